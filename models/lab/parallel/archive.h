/// @file Records as octets, for a process that was forked from the reading one.
///
/// Behaviour: the same functions write and read. `transfer(archive, record)` handles plain data,
///   texts and containers. For another class it calls a member `transfer(archive)`, or a function
///   `transfer_parts(archive, record)` of the class's namespace, which names the parts. Plain data
///   are copied as they are in memory, pointers too: they must point to objects that existed before
///   the fork.
#pragma once

#include <cassert>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace niclab::lab {

class ArchiveWriter {
public:
    static constexpr bool kReads = false;
    void raw(void* record, std::size_t octets) { octets_.append(static_cast<const char*>(record), octets); }
    std::string take() { return std::move(octets_); }

private:
    std::string octets_;
};

class ArchiveReader {
public:
    static constexpr bool kReads = true;
    /// `octets` must outlive it.
    explicit ArchiveReader(std::string_view octets) : left_(octets) {}
    void raw(void* record, std::size_t octets) {
        assert(octets <= left_.size());
        if (octets > 0) std::memcpy(record, left_.data(), octets);
        left_.remove_prefix(octets);
    }
    bool at_end() const { return left_.empty(); }

private:
    std::string_view left_;
};

template <class Archive, class T>
void transfer(Archive& archive, T& record);

/// The number of a container's elements.
template <class Archive>
std::size_t transfer_size(Archive& archive, std::size_t size) {
    archive.raw(&size, sizeof size);
    return size;
}

template <class Archive>
void transfer_parts(Archive& archive, std::string& text) {
    text.resize(transfer_size(archive, text.size()));
    archive.raw(text.data(), text.size());
}

template <class Archive, class T>
void transfer_parts(Archive& archive, std::vector<T>& all) {
    all.resize(transfer_size(archive, all.size()));
    if constexpr (std::is_trivially_copyable_v<T>)
        archive.raw(all.data(), all.size() * sizeof(T));
    else
        for (T& record : all) transfer(archive, record);
}

template <class Archive, class A, class B>
void transfer_parts(Archive& archive, std::pair<A, B>& both) {
    transfer(archive, const_cast<std::remove_const_t<A>&>(both.first));
    transfer(archive, both.second);
}

template <class Archive, class Key, class T>
void transfer_parts(Archive& archive, std::map<Key, T>& all) {
    const std::size_t size = transfer_size(archive, all.size());
    if constexpr (Archive::kReads)
        for (std::size_t i = 0; i < size; ++i) {
            std::pair<Key, T> entry;
            transfer(archive, entry);
            all.insert_or_assign(all.end(), std::move(entry.first), std::move(entry.second));
        }
    else
        for (auto& entry : all) transfer(archive, entry);
}

template <class Archive, class Key>
void transfer_parts(Archive& archive, std::set<Key>& all) {
    std::vector<Key> keys(all.begin(), all.end());
    transfer(archive, keys);
    if constexpr (Archive::kReads) all.insert(keys.begin(), keys.end());
}

template <class T, class Archive, class = void>
struct HasTransfer : std::false_type {};
template <class T, class Archive>
struct HasTransfer<T, Archive, std::void_t<decltype(std::declval<T&>().transfer(std::declval<Archive&>()))>>
    : std::true_type {};

template <class Archive, class T>
void transfer(Archive& archive, T& record) {
    if constexpr (HasTransfer<T, Archive>::value)
        record.transfer(archive);
    else if constexpr (std::is_trivially_copyable_v<T>)
        archive.raw(&record, sizeof record);
    else
        transfer_parts(archive, record);
}

/// Several records, one after the other.
template <class Archive, class... T>
void transfer_all(Archive& archive, T&... records) {
    (transfer(archive, records), ...);
}

}  // namespace niclab::lab
