import koffi from 'koffi'

/** Gives the system every page of the C library's heap that nobody uses. */
export function trimHeap(): void {
  findTrim()?.(0)
}

/** Only glibc has it; the heaps of others are not like that. */
function findTrim(): ((keptBytes: number) => number) | null {
  const library = koffi.load(null)
  try {
    return library.func('int malloc_trim(size_t keptBytes)')
  } catch {
    return null
  }
}
