/** First in, first out, in constant time and without a new object per entry. */
export class Fifo<T> {
  #entries: (T | undefined)[] = Array.from({ length: 64 }, () => undefined)
  #head = 0
  #length = 0

  get length(): number {
    return this.#length
  }

  push(entry: T): void {
    if (this.#length === this.#entries.length) this.#grow()
    this.#entries[(this.#head + this.#length) & (this.#entries.length - 1)] = entry
    this.#length += 1
  }

  peek(): T | undefined {
    return this.#length === 0 ? undefined : this.#entries[this.#head]
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined
    const entry = this.#entries[this.#head]
    this.#entries[this.#head] = undefined
    this.#head = (this.#head + 1) & (this.#entries.length - 1)
    this.#length -= 1
    return entry
  }

  // The length stays a power of two, so that a mask can wrap the index.
  #grow(): void {
    const { length } = this.#entries
    this.#entries = Array.from({ length: length * 2 }, (_, index) =>
      index < length ? this.#entries[(this.#head + index) & (length - 1)] : undefined,
    )
    this.#head = 0
  }
}
