import { allocateBlock, type Libc } from './libc.ts'

/** Up to so many bytes the kernel gives in one piece, whatever else happens. */
const supplyBytes = 256

/**
 * Random 32-bit words straight from the kernel: the crypto module would cost this thread more memory than all its
 * other modules together.
 */
export function createRandomWords(libc: Libc): () => number {
  const supply = allocateBlock(supplyBytes)
  let next = supply.words.length
  return () => {
    if (next === supply.words.length) {
      if (libc.getrandom(supply.address, supplyBytes, 0) !== supplyBytes) {
        throw new Error(`getrandom failed with errno ${libc.errno()}`)
      }
      next = 0
    }
    const word = supply.words[next] ?? 0
    next += 1
    return word >>> 0
  }
}
