import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { SOL_SOCKET, SO_ATTACH_FILTER } from './linux-abi.ts'
import { allocateBlock, type Libc } from './libc.ts'

export function setNumber(libc: Libc, fd: number, level: number, name: number, value: number): boolean {
  const bytes = new Uint8Array(new Int32Array([value]).buffer)
  return libc.setsockopt(fd, level, name, bytes, bytes.length) === 0
}

export function getNumber(libc: Libc, fd: number, level: number, name: number): number {
  const value = allocateBlock(4)
  const length = allocateBlock(4)
  length.view.setUint32(0, 4, true)
  return libc.getsockopt(fd, level, name, value.bytes, length.bytes) === 0 ? value.view.getInt32(0, true) : 0
}

/**
 * Lets a raw socket see only packets that have this half-word so many bytes into the header that follows the IP
 * header: it would be handed the traffic of the whole host.
 */
export function acceptHalfWord(
  libc: Libc,
  fd: number,
  family: IpFamily,
  { offset, value }: { offset: number; value: number },
): void {
  // Classic BPF: X = length of the IPv4 header (an IPv6 socket sees none); accept if half-word [X+offset] is ours.
  const loadHeaderLength = family === 'IPv4' ? [0xb1, 0, 0, 0] : [0x01, 0, 0, 0]
  const program = [
    loadHeaderLength,
    [0x48, 0, 0, offset],
    [0x15, 0, 1, value],
    [0x06, 0, 0, 0xffff],
    [0x06, 0, 0, 0],
  ]
  const code = allocateBlock(program.length * 8)
  for (const [index, [operation = 0, ifTrue = 0, ifFalse = 0, operand = 0]] of program.entries()) {
    code.view.setUint16(index * 8, operation, true)
    code.view.setUint8(index * 8 + 2, ifTrue)
    code.view.setUint8(index * 8 + 3, ifFalse)
    code.view.setUint32(index * 8 + 4, operand, true)
  }
  const header = allocateBlock(16)
  header.view.setUint16(0, program.length, true)
  header.view.setBigUint64(8, code.address, true)
  libc.setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, header.bytes, 16)
}
