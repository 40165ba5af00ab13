import { hasNetRaw } from '../net-raw.ts'
import {
  TracerouteEngineError,
  type Tracer,
  type TracerouteCapability,
  type TracerouteEngine,
  type TracerouteEngineOptions,
} from '../traceroute-engine/trace.ts'

const withoutNetRaw =
  'TCP and SCTP traceroute, packet capture: need NET_RAW; give the process the capability NET_RAW (Docker: --cap-add NET_RAW; Kubernetes: capabilities.add: ["NET_RAW"] with allowPrivilegeEscalation: true)'

/** Traces where the system allows it. Nothing is loaded or opened before the first trace. */
export function createTraceroute(options: TracerouteEngineOptions = {}): TracerouteEngine {
  const capability = findCapability()
  let starting: Promise<Tracer> | null = null
  let isClosed = false
  return {
    capability,
    async trace(request) {
      if (!capability.isSupported) throw new TracerouteEngineError(unsupported())
      if (isClosed) throw new TracerouteEngineError('the traceroute engine is closed')
      starting ??= import('../traceroute-engine/engine.ts').then(({ createLinuxEngine }) =>
        createLinuxEngine(options),
      )
      return (await starting).trace(request)
    },
    async close() {
      isClosed = true
      await (await starting)?.close()
    },
  }
}

function findCapability(): TracerouteCapability {
  const isSupported = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch)
  if (!isSupported) return { isSupported, hasRawSockets: false, missing: [unsupported()] }
  const hasRawSockets = hasNetRaw()
  return { isSupported, hasRawSockets, missing: hasRawSockets ? [] : [withoutNetRaw] }
}

function unsupported(): string {
  return `Traceroute needs Linux on x64 or arm64, and this agent runs on ${process.platform} (${process.arch})`
}
