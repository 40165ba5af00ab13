import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { toSocketAddress } from '../icmp-engine/socket-address.ts'

/** The instructions of the kernel's packet filter that are used here. */
const loadWord = 0x20
const jumpIfEqual = 0x15
const accept = 0x06

/** Longer than any header that is kept. */
const snapBytes = 256

type Instruction = { code: number; ifTrue: number; ifFalse: number; value: number }

/**
 * A program for the kernel that lets only packets from or to an address pass, on a socket that sees IP packets
 * without their link layer. Null when the text is no address of that family.
 */
export function packetFilterFor(address: string, family: IpFamily): Uint8Array | null {
  const words = addressWords(address, family)
  if (words === null) return null
  const [source, destination] = family === 'IPv4' ? [12, 16] : [8, 24]
  const checks = [source, destination].map((offset) => offset ?? 0)
  const program: Instruction[] = []
  const size = words.length * 2
  const acceptAt = size * checks.length + 1
  for (const [position, offset] of checks.entries()) {
    for (const [index, word] of words.entries()) {
      program.push({ code: loadWord, ifTrue: 0, ifFalse: 0, value: offset + index * 4 })
      const at = program.length
      const isLastWord = index === words.length - 1
      const nextCheckAt = size * (position + 1)
      program.push({
        code: jumpIfEqual,
        ifTrue: isLastWord ? acceptAt - at - 1 : 0,
        ifFalse: nextCheckAt - at - 1,
        value: word,
      })
    }
  }
  program.push({ code: accept, ifTrue: 0, ifFalse: 0, value: 0 })
  program.push({ code: accept, ifTrue: 0, ifFalse: 0, value: snapBytes })
  return assemble(program)
}

/** In the order of the network, as the kernel compares them. */
function addressWords(address: string, family: IpFamily): number[] | null {
  const socketAddress = toSocketAddress(address, family)
  if (socketAddress === null) return null
  const view = new DataView(socketAddress.buffer)
  return family === 'IPv4' ? [view.getUint32(4)] : [8, 12, 16, 20].map((offset) => view.getUint32(offset))
}

/** struct sock_filter { u16 code; u8 jt; u8 jf; u32 k } */
function assemble(program: readonly Instruction[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(program.length * 8))
  for (const [index, { code, ifTrue, ifFalse, value }] of program.entries()) {
    view.setUint16(index * 8, code, true)
    view.setUint8(index * 8 + 2, ifTrue)
    view.setUint8(index * 8 + 3, ifFalse)
    view.setUint32(index * 8 + 4, value, true)
  }
  return new Uint8Array(view.buffer)
}
