/// @file The build of a loadable module from a driver's source: the user's, or the one from
/// Debian's kernel source.
#pragma once

#include <string>
#include <vector>

namespace niclab::linux_kernel {

/// A shared object in its own temporary folder, which is removed with this object.
class DriverBuild {
public:
    /// `module`: nicstar, or the driver of an Ethernet card. `source`: path of a MODULE.c (for ne2k-pci
    /// also of its 8390.c), or empty for the fetched one. `kernel_folder`: folder of the files next
    /// to it, or empty for the folder of scripts/fetch_kernel_driver.sh. Throws core::ConfigError if
    /// a file is missing. Nothing is compiled yet, so that other options can be checked before.
    DriverBuild(const std::string& module, const std::string& source, const std::string& kernel_folder);
    ~DriverBuild();
    DriverBuild(const DriverBuild&) = delete;
    DriverBuild& operator=(const DriverBuild&) = delete;

    /// Throws core::ConfigError if a module parameter has a name that is in none of the sources. A
    /// source that the compiler cannot preprocess is not checked.
    void check_parameters(const std::vector<std::string>& assignments) const;

    /// Compiles the module. The compiler's messages go to standard error. `accesses`: the module
    /// reports its accesses to memory. Throws core::ConfigError if a source does not compile.
    void compile(bool accesses);

    /// The path of the module, which compile() creates.
    const std::string& module() const { return module_; }
    const std::string& source() const { return source_; }
    /// The package of the kernel, such as "linux-source-6.1 6.1.192-3", or its folder.
    std::string kernel() const;

private:
    /// Runs build_driver.sh with that option, or none for nullptr. Returns its exit code.
    int build(const char* option, const std::string& output, const std::string& messages) const;

    std::string name_, kernel_, folder_, module_, source_;
};

}  // namespace niclab::linux_kernel
