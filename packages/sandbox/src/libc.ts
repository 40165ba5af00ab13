import { createRequire } from 'node:module'
import koffi from 'koffi'
import { systemCallNumber, type Architecture, type SystemCall } from './system-calls.ts'

/** The calls of the C library that sandboxes need. Results below zero: ask `errno` at once. */
export type Libc = ReturnType<typeof loadLibc>

/** An argument of a system call: a number, or memory that it reads or writes. */
type Argument = number | bigint | Uint8Array

export function loadLibc(architecture: Architecture) {
  // The process itself: its C library is loaded already, whether glibc or musl.
  const library = koffi.load(null)
  const syscall: (number: number, ...args: bigint[]) => number = library.func(
    'long syscall(long number, long a, long b, long c, long d, long e)',
  )
  const waitpid: (pid: number, status: null, options: number) => number = library.func(
    'int waitpid(int pid, void *status, int options)',
  )
  return {
    koffiFile: koffiFile(),
    call(name: SystemCall, ...args: Argument[]): number {
      const number = systemCallNumber(name, architecture)
      if (number === null) throw new Error(`${name} is no system call of ${architecture}`)
      const values = args.map((argument) =>
        argument instanceof Uint8Array ? koffi.address(argument) : BigInt(argument),
      )
      return syscall(number, ...values, ...Array<bigint>(5 - values.length).fill(0n))
    },
    waitpid,
    errno: () => koffi.errno(),
  }
}

/** Of the one that is loaded here: which file it is depends on the platform and its C library. */
function koffiFile(): string {
  const { cache } = createRequire(import.meta.url)
  const file = Object.keys(cache).find((path) => path.endsWith('/koffi.node'))
  if (file === undefined) throw new Error('the native part of koffi has not been loaded')
  return file
}
