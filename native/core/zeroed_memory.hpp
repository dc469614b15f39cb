// Large arrays that begin as zeros and take real memory only where they are used.
#pragma once

#include <sys/mman.h>

#include <cstddef>
#include <new>
#include <type_traits>
#include <utility>

namespace lanista {

// `count` zeroed items of a type for which all zero bits are a value. std::bad_alloc where the address space is short.
template <class T>
class ZeroedArray {
    static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

  public:
    ZeroedArray() = default;
    explicit ZeroedArray(std::size_t count) : count_(count) {
        if (count == 0) return;
        void* memory = mmap(nullptr, count * sizeof(T), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED) throw std::bad_alloc();
        // Huge pages are not asked for: while the system makes room for one, a move can be 100 ms late.
        items_ = static_cast<T*>(memory);
    }
    ZeroedArray(ZeroedArray&& other) noexcept
        : items_(std::exchange(other.items_, nullptr)), count_(std::exchange(other.count_, 0)) {}
    ZeroedArray& operator=(ZeroedArray&& other) noexcept {
        std::swap(items_, other.items_);
        std::swap(count_, other.count_);
        return *this;
    }
    ~ZeroedArray() {
        if (items_ != nullptr) munmap(items_, count_ * sizeof(T));
    }

    std::size_t size() const { return count_; }
    T& operator[](std::size_t index) { return items_[index]; }
    const T& operator[](std::size_t index) const { return items_[index]; }
    T* data() { return items_; }
    const T* data() const { return items_; }

  private:
    T* items_ = nullptr;
    std::size_t count_ = 0;
};

}  // namespace lanista
