export type CallData = { number: number; architecture: number; args: readonly bigint[] }

/** Runs a filter as the kernel would, so that the one for another architecture can be tried on this machine. */
export function evaluateFilter(filter: Uint8Array<ArrayBuffer>, call: CallData): string {
  const view = new DataView(filter.buffer)
  const data = new DataView(new ArrayBuffer(64))
  data.setUint32(0, call.number, true)
  data.setUint32(4, call.architecture, true)
  for (const [position, argument] of call.args.entries()) data.setBigUint64(16 + position * 8, argument, true)

  let accumulator = 0
  for (let position = 0; position < filter.length; position += 8) {
    const value = view.getUint32(position + 4, true)
    const skip = (isTrue: boolean) => {
      position += view.getUint8(position + (isTrue ? 2 : 3)) * 8
    }
    const code = view.getUint16(position, true)
    if (code === 0x20) accumulator = data.getUint32(value, true)
    else if (code === 0x54) accumulator &= value
    else if (code === 0x15) skip(accumulator === value)
    else if (code === 0x35) skip(accumulator >= value)
    else if (code === 0x45) skip((accumulator & value) !== 0)
    else if (code === 0x06) return nameOf(value)
    else throw new Error(`no such operation: ${code}`)
  }
  throw new Error('the filter has no end')
}

function nameOf(action: number): string {
  if (action === 0x7fff0000) return 'allow'
  if (action === 0x80000000) return 'kill'
  if (action === 0x00050001) return 'EPERM'
  if (action === 0x00050000 + 38) return 'ENOSYS'
  throw new Error(`no such action: ${action.toString(16)}`)
}
