import { valueAt, type FormValue } from './value-at.ts'

/** What a form makes of an address that was typed or pasted in another form than the field asks for. */
export type Completion = {
  /** The values that it stands for, by path. */
  changes: FormValue
  /** What will be done with it, for people. */
  words: string
}

export type Complete = (text: string, value: FormValue) => Completion | null

const scheme = /^([a-z][a-z\d+.-]*):\/\//i

/** The address that a text without a scheme means; null when there is nothing to complete. */
export function completeWebAddress(text: string): string | null {
  const address = text.trim()
  // A placeholder at the beginning may hold the scheme, and other schemes than those of the web are told by the server.
  if (address === '' || /^\{\{|^[a-z][a-z\d+.-]*:(?!\d|\{\{)/i.test(address) || /\s/.test(address)) {
    return address !== text && scheme.test(address) ? address : null
  }
  const complete = `https://${address.replace(/^\/+/, '')}`
  return URL.canParse(complete.replaceAll(/\{\{\{?[^{}]*\}\}\}?/g, '1')) ? complete : null
}

export type Host = { host: string; port: number | null; scheme: string | null }

/** Host and port in an address, in a host with a port, or in a host alone; null where it cannot be told. */
export function hostIn(text: string): Host | null {
  const address = text.trim()
  if (address === '' || address.includes('{{') || /\s/.test(address)) return null
  const name = scheme.exec(address)?.[1]?.toLowerCase() ?? null
  const rest = address.replace(scheme, '').replace(/[/?#].*$/, '')
  const authority = name === null ? rest : rest.slice(rest.lastIndexOf('@') + 1)
  const [, host, port] = /^\[([^\]]*)\](?::(\d+))?$/.exec(authority) ??
    /^([^:]*):(\d+)$/.exec(authority) ?? [null, authority]
  if (host === undefined || host === '') return null
  return { host, port: port === undefined ? null : Number(port), scheme: name }
}

/** Of a field that holds a whole address. */
export function webAddressAt(path: string, verb: string): Complete {
  return (text) => {
    const address = completeWebAddress(text)
    return address === null ? null : { changes: { [path]: address }, words: `Will ${verb} ${address}` }
  }
}

const usualPorts: Readonly<Record<string, number>> = { https: 443, grpcs: 443, http: 80, grpc: 80 }

/** Of a field that holds a host; with `port`, the field of the port gets what the text says of it. */
export function hostAt(path: string, verb: string, port?: string): Complete {
  return (text, value) => {
    const result = hostIn(text)
    if (result === null || result.host === text) return null
    const isPortEmpty = port !== undefined && (valueAt(value, port) ?? '') === ''
    const usual = isPortEmpty && result.scheme !== null ? (usualPorts[result.scheme] ?? null) : null
    const number = port === undefined ? null : (result.port ?? usual)
    return {
      changes: { [path]: result.host, ...(port !== undefined && number !== null ? { [port]: number } : {}) },
      words: `Will ${verb} ${result.host}${number === null ? '' : `, port ${number}`}`,
    }
  }
}
