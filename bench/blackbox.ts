import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '../e2e/support/free-port.ts'
import { cpuSecondsOf } from './process-cpu.ts'

/** A running blackbox_exporter, the peer of our probes. */
export type Blackbox = {
  /** Whether a probe succeeded. It loses some of its own under load. */
  probe(module: string, target: string): Promise<boolean>
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Starts it with the modules of this configuration; `authority` is a certificate that it trusts. */
export async function startBlackbox(program: string, modules: string, authority = ''): Promise<Blackbox> {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-bench-'))
  const config = join(folder, 'blackbox.yml')
  const authorities = join(folder, 'authorities.pem')
  writeFileSync(config, `modules:\n${modules}`)
  writeFileSync(authorities, authority)
  const port = await freePort()
  // Among those of the system, which it reads once: named in a module they would be read for every probe.
  const trust = authority === '' ? {} : { SSL_CERT_FILE: authorities }
  const child = spawn(program, [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`], {
    env: { ...process.env, ...trust },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const agent = new Agent({ keepAlive: true })
  const stop = async (): Promise<void> => {
    agent.destroy()
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true })
  }
  const read = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, path, agent }, (answer) => {
        text(answer).then(resolve, reject)
      }).on('error', reject)
    })
  try {
    await firstAnswer(() => read('/'))
  } catch (error) {
    await stop()
    throw error
  }
  return {
    probe: async (module, target) =>
      (await read(`/probe?module=${module}&target=${encodeURIComponent(target)}`)).includes(
        'probe_success 1',
      ),
    cpuSeconds: () => cpuSecondsOf(child.pid),
    stop,
  }
}

async function firstAnswer(ask: () => Promise<string>): Promise<void> {
  const deadlineMs = performance.now() + 10_000
  while (performance.now() < deadlineMs) {
    const isUp = await ask().then(
      () => true,
      () => false,
    )
    if (isUp) return
    await delay(20)
  }
  throw new Error('blackbox_exporter does not answer')
}
