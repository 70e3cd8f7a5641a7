/// @file The utility bus, through which a SAR accesses the registers of its PHY, one octet at a
/// time.
#pragma once

#include <cstdint>

namespace niclab::utopia {

/// The interface of a PHY to the utility bus. The bus is asynchronous: an access is complete when
/// the call returns, and the caller accounts for its time.
class UtilityBusIf {
public:
    virtual ~UtilityBusIf() = default;
    virtual std::uint8_t read(std::uint8_t address) = 0;
    virtual void write(std::uint8_t address, std::uint8_t value) = 0;
    /// Level of the PHY's INT#, true = asserted.
    virtual bool interrupt() const = 0;
    /// The PHY's reset pin, true = held in reset.
    virtual void reset(bool asserted) = 0;
};

}  // namespace niclab::utopia
