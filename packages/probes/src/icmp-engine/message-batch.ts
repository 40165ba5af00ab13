import type { IpFamily } from '@sonde/schema/check-types/ip-family.ts'
import { ECHO_REQUEST, iovec, mmsghdr, packetBytes, sockaddrWords, tokenOffset } from './linux-abi.ts'
import { allocateBlock, type Block } from './libc.ts'

/** Messages per system call: enough that the call itself no longer counts, few enough to stay in the cache. */
export const batchSize = 64

const nameBytes = 32
/** A looped-back packet comes with its link header, VLAN tags and IP header: leave room. */
const dataBytes = 256
const controlBytes = 256

/** Echo requests to one family, laid out once; only addresses, sequences, tokens and checksums change. */
export class SendBatch {
  readonly headers: Block = allocateBlock(batchSize * mmsghdr.size)
  readonly #packets: Block = allocateBlock(batchSize * packetBytes)
  readonly #names: Block = allocateBlock(batchSize * nameBytes)
  readonly #vectors: Block = allocateBlock(batchSize * iovec.size)
  readonly #nameWords: number
  readonly #needsChecksum: boolean
  #fixedSum = 0

  constructor(family: IpFamily) {
    this.#nameWords = sockaddrWords[family]
    // The kernel computes the others: for ICMPv6 always, for ICMP on datagram sockets.
    this.#needsChecksum = family === 'IPv4'
    for (let index = 0; index < batchSize; index += 1) this.#layOut(index, family)
  }

  fill(index: number, message: EchoRequest): void {
    const name = (index * nameBytes) / 4
    for (let word = 0; word < this.#nameWords; word += 1) {
      this.#names.words[name + word] = message.socketAddress[word] ?? 0
    }
    const { view } = this.#packets
    const packet = index * packetBytes
    view.setUint16(packet + 4, message.identifier)
    view.setUint16(packet + 6, message.sequence)
    view.setUint32(packet + tokenOffset, message.tokenHigh)
    view.setUint32(packet + tokenOffset + 4, message.tokenLow)
    if (this.#needsChecksum) view.setUint16(packet + 2, this.#checksum(message))
  }

  addressOf(index: number): bigint {
    return this.headers.address + BigInt(index * mmsghdr.size)
  }

  #layOut(index: number, family: IpFamily): void {
    const packet = index * packetBytes
    this.#packets.view.setUint8(packet, ECHO_REQUEST[family])
    for (let at = tokenOffset + 8; at < packetBytes; at += 1) this.#packets.view.setUint8(packet + at, at)
    if (index === 0) this.#fixedSum = sumOf(this.#packets.view)
    this.#vectors.view.setBigUint64(
      index * iovec.size + iovec.base,
      this.#packets.address + BigInt(packet),
      true,
    )
    this.#vectors.view.setBigUint64(index * iovec.size + iovec.length, BigInt(packetBytes), true)
    const header = index * mmsghdr.size
    const { view } = this.headers
    view.setBigUint64(header + mmsghdr.name, this.#names.address + BigInt(index * nameBytes), true)
    view.setUint32(header + mmsghdr.nameLength, this.#nameWords * 4, true)
    view.setBigUint64(header + mmsghdr.iov, this.#vectors.address + BigInt(index * iovec.size), true)
    view.setBigUint64(header + mmsghdr.iovLength, 1n, true)
  }

  #checksum({ identifier, sequence, tokenHigh, tokenLow }: EchoRequest): number {
    let sum = this.#fixedSum + identifier + sequence
    sum += (tokenHigh >>> 16) + (tokenHigh & 0xffff) + (tokenLow >>> 16) + (tokenLow & 0xffff)
    while (sum > 0xffff) sum = (sum >>> 16) + (sum & 0xffff)
    return ~sum & 0xffff
  }
}

export type EchoRequest = {
  socketAddress: Int32Array
  identifier: number
  sequence: number
  tokenHigh: number
  tokenLow: number
}

/** Everything of the first packet that does not change: its checksum, identifier, sequence and token are still zero. */
function sumOf(view: DataView): number {
  let sum = 0
  for (let at = 0; at < packetBytes; at += 2) sum += view.getUint16(at)
  return sum
}

/** Room for received messages. What the kernel wrote about message `index` is read by offset. */
export class ReceiveBatch {
  readonly headers: Block = allocateBlock(batchSize * mmsghdr.size)
  readonly data: Block = allocateBlock(batchSize * dataBytes)
  readonly names: Block = allocateBlock(batchSize * nameBytes)
  readonly control: Block = allocateBlock(batchSize * controlBytes)
  readonly #vectors: Block = allocateBlock(batchSize * iovec.size)

  constructor() {
    for (let index = 0; index < batchSize; index += 1) {
      this.#vectors.view.setBigUint64(
        index * iovec.size + iovec.base,
        this.data.address + BigInt(index * dataBytes),
        true,
      )
      this.#vectors.view.setBigUint64(index * iovec.size + iovec.length, BigInt(dataBytes), true)
      const header = index * mmsghdr.size
      const { view } = this.headers
      view.setBigUint64(header + mmsghdr.name, this.names.address + BigInt(index * nameBytes), true)
      view.setBigUint64(header + mmsghdr.iov, this.#vectors.address + BigInt(index * iovec.size), true)
      view.setBigUint64(header + mmsghdr.iovLength, 1n, true)
      view.setBigUint64(header + mmsghdr.control, this.control.address + BigInt(index * controlBytes), true)
    }
    this.reset(batchSize)
  }

  /** The kernel overwrites the lengths with what it used: restore those of the messages it filled. */
  reset(count: number): void {
    const { words } = this.headers
    for (let index = 0; index < count; index += 1) {
      const header = (index * mmsghdr.size) / 4
      words[header + mmsghdr.nameLength / 4] = nameBytes
      words[header + mmsghdr.controlLength / 4] = controlBytes
      words[header + mmsghdr.flags / 4] = 0
    }
  }

  lengthOf(index: number): number {
    return this.headers.words[(index * mmsghdr.size + mmsghdr.length) / 4] ?? 0
  }

  flagsOf(index: number): number {
    return this.headers.words[(index * mmsghdr.size + mmsghdr.flags) / 4] ?? 0
  }

  controlLengthOf(index: number): number {
    return this.headers.words[(index * mmsghdr.size + mmsghdr.controlLength) / 4] ?? 0
  }

  dataAt(index: number): number {
    return index * dataBytes
  }

  nameWordAt(index: number): number {
    return (index * nameBytes) / 4
  }

  controlAt(index: number): number {
    return index * controlBytes
  }
}
