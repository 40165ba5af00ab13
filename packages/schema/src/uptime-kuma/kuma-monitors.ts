import { isRecord } from '@sonde/ground/is-record.ts'
import { hostnameMistake } from '../check-types/hostname.ts'
import { check, type ConvertedMonitor, type Differs, none } from './kuma-check.ts'
import type { KumaRow } from './kuma-data.ts'
import { convertHttp } from './kuma-http.ts'
import { limitsOf, remindersOf } from './kuma-schedule.ts'
import { idOf, isOn, jsonOf, numberOf, textOf } from './kuma-values.ts'

const longest = { tcp: 45_000, dns: 5_000, grpc: 180_000 } as const

const byType: Readonly<Record<string, (row: KumaRow, differs: Differs) => ConvertedMonitor>> = {
  http: convertHttp,
  keyword: convertHttp,
  'json-query': convertHttp,
  port: tcp,
  ping: icmp,
  dns,
  push: heartbeat,
  'grpc-keyword': grpc,
}

/** Why monitors of the other types have no place here. */
const unknownTypes: Readonly<Record<string, string>> = {
  'real-browser': 'browser checks are scripts here, and have to be written',
  docker: 'the state of a container is not looked at from outside',
  manual: 'its state is set by hand: open an incident on a status page instead',
}

export function convertMonitor(row: KumaRow, differs: Differs): ConvertedMonitor {
  const type = textOf(row, 'type')
  const convert = Object.hasOwn(byType, type) ? byType[type] : undefined
  if (convert === undefined) {
    return none(unknownTypes[type] ?? `there is no monitor of the type ${type || '(none)'} here`)
  }
  if (numberOf(row, 'proxy_id') !== null) {
    differs('its proxy is left out: proxies belong to private locations here')
  }
  return convert(row, differs)
}

function tcp(row: KumaRow, differs: Differs): ConvertedMonitor {
  const hostname = textOf(row, 'hostname')
  const port = numberOf(row, 'port')
  const mistake = hostnameMistake(hostname)
  if (hostname === '' || mistake !== null) return none(`its host name ${mistake ?? 'is empty'}`)
  if (port === null || port < 1 || port > 65_535) return none('it has no port')
  return check('TCP', row, differs, {
    ...limitsOf(row, longest.tcp),
    request: { hostname, port },
  })
}

function icmp(row: KumaRow, differs: Differs): ConvertedMonitor {
  const hostname = textOf(row, 'hostname')
  const mistake = hostnameMistake(hostname)
  if (hostname === '' || mistake !== null) return none(`its host name ${mistake ?? 'is empty'}`)
  const size = numberOf(row, 'packet_size')
  if (size !== null && size !== 56) differs(`its packets do not have ${size} bytes here`)
  // One answered ping is enough there; here lost packets are judged, so that only all of them fail it.
  return check('ICMP', row, differs, {
    degradedResponseTime: null,
    maxResponseTime: null,
    degradedPacketLossThreshold: null,
    maxPacketLossThreshold: 100,
    request: { hostname, pingCount: Math.min(Math.max(numberOf(row, 'ping_count') ?? 3, 1), 50) },
  })
}

const recordTypes: ReadonlySet<string> = new Set(['A', 'AAAA', 'CNAME', 'MX', 'NS', 'SOA', 'TXT'])

function dns(row: KumaRow, differs: Differs): ConvertedMonitor {
  const query = textOf(row, 'hostname')
  const recordType = textOf(row, 'dns_resolve_type').toUpperCase() || 'A'
  if (query === '') return none('it has no name to look up')
  if (!recordTypes.has(recordType)) return none(`${recordType} records cannot be looked up`)
  const servers = textOf(row, 'dns_resolve_server')
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
  const [nameServer] = servers
  if (servers.length > 1) differs(`asks ${String(nameServer)} only, instead of ${servers.join(', ')}`)
  const conditions = textOf(row, 'conditions')
  if (conditions !== '' && conditions !== '[]') differs('its conditions are left out: add assertions')
  const port = numberOf(row, 'port')
  return check('DNS', row, differs, {
    degradedResponseTime: null,
    maxResponseTime: longest.dns,
    request: {
      query,
      recordType,
      ...(nameServer === undefined ? {} : { nameServer, ...(port === null ? {} : { port }) }),
    },
  })
}

const graceSeconds = 60

/** There, a push that is late at all is a failure; here a minute of grace is the least that makes sense. */
function heartbeat(row: KumaRow, differs: Differs): ConvertedMonitor {
  const seconds = Math.max(numberOf(row, 'interval') ?? 60, 30)
  differs('its address for pings is another one: change it in the job that reports in')
  return {
    kind: 'check',
    checkType: 'HEARTBEAT',
    fields: {
      ...remindersOf(row),
      heartbeat: { period: seconds, periodUnit: 'seconds', grace: graceSeconds, graceUnit: 'seconds' },
    },
  }
}

function grpc(row: KumaRow, differs: Differs): ConvertedMonitor {
  const [, host, port] =
    /^(?:[a-z]+:\/\/)?(\[[^\]]+\]|[^:/]+):(\d{1,5})\/?$/i.exec(textOf(row, 'grpc_url')) ?? []
  if (host === undefined || port === undefined) return none('its address is not host:port')
  const service = textOf(row, 'grpc_service_name')
  const method = textOf(row, 'grpc_method')
  const protoContent = textOf(row, 'grpc_protobuf')
  const name = serviceIn(protoContent, service)
  const keyword = textOf(row, 'keyword')
  const isInverted = isOn(row, 'invert_keyword')
  return check('GRPC', row, differs, {
    ...limitsOf(row, longest.grpc),
    request: {
      url: host.replaceAll(/[[\]]/g, ''),
      port: Number(port),
      grpcConfig: {
        mode: 'BEHAVIOR',
        tls: isOn(row, 'grpc_enable_tls'),
        method: `${name}/${capitalised(method)}`,
        ...(protoContent === '' ? {} : { serviceDefinition: 'PROTO_FILE', protoContent }),
        message: textOf(row, 'grpc_body') || null,
        metadata: metadataOf(row),
      },
      assertions:
        keyword === ''
          ? []
          : [
              {
                source: 'TEXT_BODY',
                property: '',
                comparison: isInverted ? 'NOT_CONTAINS' : 'CONTAINS',
                target: keyword,
                regex: null,
              },
            ],
    },
  })
}

/** The name of a service is written without its package there, and with it here. */
function serviceIn(proto: string, service: string): string {
  const name = /^\s*package\s+([\w.]+)\s*;/m.exec(proto)?.[1]
  return name === undefined || service.includes('.') ? service : `${name}.${service}`
}

/** Methods are called by their JavaScript names there. */
function capitalised(method: string): string {
  return method.charAt(0).toUpperCase() + method.slice(1)
}

function metadataOf(row: KumaRow): { key: string; value: string }[] {
  const metadata = jsonOf(row, 'grpc_metadata')
  if (!isRecord(metadata)) return []
  return Object.entries(metadata).map(([key, value]) => ({ key, value: String(value) }))
}

/** How messages call a monitor. */
export function calledMonitor(row: KumaRow): string {
  return `monitor "${textOf(row, 'name') || idOf(row)}"`
}
