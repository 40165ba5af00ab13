import { startIcmpEngine, type IcmpEngineOptions } from '../icmp-engine/engine.ts'
import type { IcmpEngine } from '../icmp-engine/ping-run.ts'
import { startSystemPing } from './system-ping.ts'

/** Our own engine where it can run, else the system's `ping`; `capability` tells which, and why. */
export async function startIcmp(options: IcmpEngineOptions = {}): Promise<IcmpEngine> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return startSystemPing(options)
  try {
    return await startIcmpEngine(options)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return startSystemPing({ ...options, missing: [`ICMP engine: could not start (${reason})`] })
  }
}
