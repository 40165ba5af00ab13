import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { eventually } from './eventually.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './server-process.ts'

export type PrometheusTarget = { health: string; lastError: string; scrapeUrl: string }
export type PrometheusSample = { labels: Record<string, string>; value: number }

export type PrometheusProcess = {
  /** Waits until it has scraped at least once, whatever came of it. */
  untilScraped(): Promise<PrometheusTarget>
  query(expression: string): Promise<PrometheusSample[]>
}

/** A real Prometheus on loopback, with storage of its own, that looks at one target every two seconds. */
export async function startPrometheus(
  test: TestContext,
  program: string,
  target: { address: string; path: string; token: string; params: Readonly<Record<string, string>> },
): Promise<PrometheusProcess> {
  const folder = temporaryFolder(test)
  const config = {
    global: { scrape_interval: '2s', scrape_timeout: '2s' },
    scrape_configs: [
      {
        job_name: 'sonde',
        metrics_path: target.path,
        params: Object.fromEntries(Object.entries(target.params).map(([name, value]) => [name, [value]])),
        authorization: { type: 'Bearer', credentials: target.token },
        static_configs: [{ targets: [new URL(target.address).host] }],
      },
    ],
  }
  // Every JSON text is YAML.
  writeFileSync(join(folder, 'prometheus.yml'), JSON.stringify(config))
  const listen = `127.0.0.1:${await freePort()}`
  const child = spawn(
    program,
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${listen}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
  const exited = once(child, 'close')
  test.after(async () => {
    child.kill('SIGKILL')
    await exited
  })

  async function ask(path: string): Promise<unknown> {
    const answer = await fetch(`http://${listen}/api/v1/${path}`)
    const { status, data } = (await answer.json()) as { status: string; data: unknown }
    if (status !== 'success') throw new Error(`${path}: ${status}\n${stderr}`)
    return data
  }

  return {
    untilScraped: () =>
      eventually('a scrape', async () => {
        if (child.exitCode !== null) throw new Error(`prometheus ended: ${stderr}`)
        // It does not listen yet.
        const data = await ask('targets').catch(() => null)
        const [only] = (data as { activeTargets: PrometheusTarget[] } | null)?.activeTargets ?? []
        return only !== undefined && only.health !== 'unknown' && only
      }),
    async query(expression) {
      const data = await ask(`query?query=${encodeURIComponent(expression)}`)
      const { result } = data as { result: { metric: Record<string, string>; value: [number, string] }[] }
      return result.map(({ metric, value }) => ({ labels: metric, value: Number(value[1]) }))
    },
  }
}
