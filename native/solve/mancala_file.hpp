// Mancala's endgame databases on disk: written once, then mapped into the memory of every process that asks.
#pragma once

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "solve/mancala_database.hpp"

namespace lanista {

// What a file begins with, in the byte order of the machine; the values follow.
struct MancalaFileHeader {
    static constexpr std::uint64_t kMagic = 0x6b616c6168656e64;  // another byte order reads another number
    static constexpr std::uint32_t kVersion = 1;

    std::uint64_t magic = kMagic;
    std::uint32_t version = kVersion, houses = 0, empty_capture = 0, seeds = 0;
    std::uint64_t size = 0;      // values
    std::uint64_t checksum = 0;  // of the values
    std::uint64_t unused = 0;
    std::uint64_t own_checksum = 0;  // of the header up to here
};
static_assert(sizeof(MancalaFileHeader) == 56);

// One changed bit changes it. Four lanes, so that it is as fast as memory.
inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
    constexpr std::uint64_t kFactor = 0x9E3779B97F4A7C15ULL;
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    std::size_t at = 0;
    const auto add = [&](std::size_t count) {
        std::uint64_t words[4] = {};
        std::memcpy(words, bytes.data() + at, count);
        for (int i = 0; i < 4; ++i) lanes[i] = std::rotl((lanes[i] ^ words[i]) * kFactor, 29);
    };
    for (; at + sizeof lanes <= bytes.size(); at += sizeof lanes) add(sizeof lanes);
    add(bytes.size() - at);
    std::uint64_t sum = bytes.size();
    for (const std::uint64_t lane : lanes) sum = std::rotl((sum ^ lane) * kFactor, 31);
    return sum ^ sum >> 32;
}

class FileDescriptor {
  public:
    FileDescriptor(const std::string& path, int flags) : number_(open(path.c_str(), flags | O_CLOEXEC, 0644)) {
        if (number_ < 0) throw std::system_error(errno, std::generic_category(), path);
    }
    FileDescriptor(const FileDescriptor&) = delete;
    FileDescriptor& operator=(const FileDescriptor&) = delete;
    ~FileDescriptor() { close(number_); }
    int number() const { return number_; }
    struct stat status() const {
        struct stat status{};
        fstat(number_, &status);
        return status;
    }

  private:
    int number_;
};

// A whole file in memory.
class MappedFile {
  public:
    MappedFile(const FileDescriptor& file, std::size_t size, int protection) : size_(size) {
        void* memory = mmap(nullptr, size, protection, MAP_SHARED, file.number(), 0);
        if (memory == MAP_FAILED) throw std::system_error(errno, std::generic_category(), "mmap");
        bytes_ = static_cast<std::byte*>(memory);
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;
    ~MappedFile() { munmap(bytes_, size_); }
    std::span<std::byte> bytes() const { return {bytes_, size_}; }

  private:
    std::byte* bytes_;
    std::size_t size_;
};

inline std::uint64_t header_checksum(const MancalaFileHeader& header) {
    return checksum_of(std::as_bytes(std::span(&header, 1)).first(offsetof(MancalaFileHeader, own_checksum)));
}

// The database in a file. std::runtime_error where it is none, of another version or damaged.
inline MancalaDatabase open_mancala_file(const std::string& path) {
    const FileDescriptor file(path, O_RDONLY);
    const auto refuse = [&](const char* why) { throw std::runtime_error(path + ": " + why); };
    const auto size = static_cast<std::size_t>(file.status().st_size);
    if (size < sizeof(MancalaFileHeader)) refuse("no endgame database: too short");
    const auto mapped = std::make_shared<const MappedFile>(file, size, PROT_READ);
    MancalaFileHeader header;
    std::memcpy(&header, mapped->bytes().data(), sizeof header);
    if (header.magic != MancalaFileHeader::kMagic) refuse("no endgame database");
    if (header.version != MancalaFileHeader::kVersion) refuse("an endgame database of another version");
    if (header.own_checksum != header_checksum(header)) refuse("damaged header");
    const MancalaIndex index(static_cast<int>(header.houses), static_cast<int>(header.seeds));
    if (header.size != index.size() || size != sizeof header + header.size) refuse("wrong size");
    const auto values = mapped->bytes().subspan(sizeof header);
    if (header.checksum != checksum_of(values)) refuse("damaged values");
    return {
        index, header.empty_capture != 0, {reinterpret_cast<const std::int8_t*>(values.data()), values.size()}, mapped};
}

// The file that a database grows in, locked: of several processes one builds, the others wait.
class PartFile {
  public:
    // wait: called now and then while another process has it; what it throws ends the wait.
    PartFile(const std::string& path, const std::function<void()>& wait) : path_(path) {
        while (true) {
            file_ = std::make_unique<FileDescriptor>(path, O_RDWR | O_CREAT);
            while (flock(file_->number(), LOCK_EX | LOCK_NB) != 0) {
                wait();
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            // Whoever had it may have renamed it meanwhile: then what is locked here is the finished database.
            struct stat named{};
            if (stat(path.c_str(), &named) == 0 && named.st_ino == file_->status().st_ino) return;
        }
    }
    PartFile(const PartFile&) = delete;
    PartFile& operator=(const PartFile&) = delete;
    ~PartFile() {
        if (!path_.empty()) unlink(path_.c_str());
    }

    // Gives it `size` bytes; std::system_error where the disk has no room.
    std::unique_ptr<MappedFile> map(std::size_t size) {
        int error = ftruncate(file_->number(), 0) != 0 ? errno : 0;
#ifdef __linux__
        if (error == 0) error = posix_fallocate(file_->number(), 0, static_cast<off_t>(size));
#else
        if (error == 0 && ftruncate(file_->number(), static_cast<off_t>(size)) != 0) error = errno;
#endif
        if (error != 0) throw std::system_error(error, std::generic_category(), path_);
        return std::make_unique<MappedFile>(*file_, size, PROT_READ | PROT_WRITE);
    }

    void rename_to(const std::string& path) {
        if (fsync(file_->number()) != 0 || rename(path_.c_str(), path.c_str()) != 0) {
            throw std::system_error(errno, std::generic_category(), path);
        }
        path_.clear();
    }

  private:
    std::string path_;  // empty once it has been renamed
    std::unique_ptr<FileDescriptor> file_;
};

// Computes a database into a file, which has its name only when it is complete; then opens it. Where another process
// did so meanwhile, its file will do.
inline MancalaDatabase build_mancala_file(const std::string& path, int houses, bool empty_capture, int seeds,
                                          const MancalaDatabaseBuilder::Progress& progress) {
    const MancalaIndex index(houses, seeds);
    PartFile part(path + ".part", [&] { progress(0); });
    try {
        return open_mancala_file(path);
    } catch (const std::runtime_error&) {
    }
    {
        const auto mapped = part.map(sizeof(MancalaFileHeader) + index.size());
        const auto values = mapped->bytes().subspan(sizeof(MancalaFileHeader));
        std::span<std::int8_t> numbers{reinterpret_cast<std::int8_t*>(values.data()), values.size()};
        MancalaDatabaseBuilder(index, empty_capture, numbers).build(progress);
        MancalaFileHeader header;
        header.houses = static_cast<std::uint32_t>(houses);
        header.empty_capture = empty_capture;
        header.seeds = static_cast<std::uint32_t>(seeds);
        header.size = index.size();
        header.checksum = checksum_of(values);
        header.own_checksum = header_checksum(header);
        std::memcpy(mapped->bytes().data(), &header, sizeof header);
    }
    part.rename_to(path);
    return open_mancala_file(path);
}

}  // namespace lanista
