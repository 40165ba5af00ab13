import { isRecord } from '@sonde/ground/is-record.ts'
import { withoutUndefined, type Construct } from '../construct.ts'

/** Code has the host beside the rest, and another name for one of the times. */
export const sslConstruct: Construct = {
  name: 'SslMonitor',
  requestOf({ sslConfig, ...rest }) {
    const { hostname, port, ipFamily, handshakeTimeoutMs, ...config } = isRecord(sslConfig) ? sslConfig : {}
    return withoutUndefined({
      hostname,
      port,
      ipFamily,
      ...rest,
      sslConfig: withoutUndefined({ ...config, handshakeTimeout: handshakeTimeoutMs }),
    })
  },
}
