/// @file  Makes a loadable module from a driver's source: the user's, or the one fetched from Debian's kernel source.
#pragma once

#include <string>

namespace niclab::linux_kernel {

/// A shared object in a temporary folder of its own, removed with this object.
class DriverBuild {
public:
    /// `module`: nicstar, ne2k-pci, pcnet32 or 3c59x. `source`: path of a MODULE.c (of ne2k-pci's 8390.c, too), or empty for the fetched
    /// one. `kernel_folder`: where the files beside it are, or empty to look where scripts/fetch_kernel_driver.sh puts
    /// them. The compiler's messages go to standard error. Throws core::ConfigError when something is not there or does
    /// not compile.
    DriverBuild(const std::string& module, const std::string& source, const std::string& kernel_folder);
    ~DriverBuild();
    DriverBuild(const DriverBuild&) = delete;
    DriverBuild& operator=(const DriverBuild&) = delete;

    const std::string& module() const { return module_; }
    const std::string& source() const { return source_; }

private:
    std::string folder_, module_, source_;
};

}  // namespace niclab::linux_kernel
