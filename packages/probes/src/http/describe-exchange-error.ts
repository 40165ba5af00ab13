import type { ProbeError } from '@sonde/schema/runs/outcome.ts'
import { describeSocketError, type Peer } from '../connection/describe-socket-error.ts'
import { explainTlsReason } from '../connection/explain-tls-reason.ts'

/** Why no answer, or no whole answer, came over a connection that stood. */
export function describeExchangeError(error: Error, peer: Peer): ProbeError {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code.startsWith('HPE_')) {
    return { code, message: `${peer.host} did not answer with valid HTTP`, ...whereabouts(peer) }
  }
  if (code.startsWith('ERR_SSL_')) return describeAlert(code, peer)
  return describeSocketError(error, peer)
}

/** Servers refuse the certificate of a client, or its absence, only after the handshake seemed to be over. */
function describeAlert(code: string, peer: Peer): ProbeError {
  const at = `${peer.address ?? peer.host}:${peer.port}`
  const alert = code
    .replace(/^ERR_SSL_/, '')
    .replaceAll('_', ' ')
    .toLowerCase()
  const message = `TLS handshake with ${at} failed: ${explainTlsReason(alert)}`
  return { code: 'EPROTO', message, ...whereabouts(peer) }
}

function whereabouts({ host, address, port }: Peer): Pick<ProbeError, 'hostname' | 'address' | 'port'> {
  return { hostname: host, port, ...(address === null ? {} : { address }) }
}
