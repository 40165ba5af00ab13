// In turns: the whole product as programs.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { withoutNats } from '@sonde/runs/testing/nats-servers.ts'
import { postgresFolders } from '../scripts/postgres.ts'
import { findProgram } from '../scripts/find-program.ts'
import { eventually } from './support/eventually.ts'
import { freePort } from './support/free-port.ts'

const script = join(import.meta.dirname, '../scripts/cluster.ts')
const withoutPostgres =
  findProgram('initdb', postgresFolders) === null ? 'PostgreSQL is not installed' : false

function runCluster(t: TestContext, args: readonly string[]) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  }
  let hasEnded = false
  const exited = once(child, 'close').then(([code]) => {
    hasEnded = true
    return code as number | null
  })
  // As Ctrl-C does: it has processes to end.
  t.after(async () => {
    child.kill('SIGINT')
    await exited
  })
  return {
    exited,
    output: () => output,
    enter: (line: string) => child.stdin.write(`${line}\n`),
    interrupt: () => child.kill('SIGINT'),
    says: (words: RegExp) =>
      eventually(`it says ${String(words)}`, () => {
        const found = words.exec(output)
        if (found === null && hasEnded) throw new Error(`it has ended:\n${output}`)
        return found
      }),
  }
}

/** A port with so many free ones after it is not looked for: it would be said which are taken. */
async function basePort(): Promise<number> {
  return Math.min(await freePort(), 32_700)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test(
  'npm run cluster starts several servers, tells what to kill, starts it again and leaves nothing behind',
  { skip: withoutNats || withoutPostgres, timeout: 400_000 },
  async (t) => {
    const port = await basePort()
    const cluster = runCluster(t, ['--port', String(port), '--monitors', '3'])
    await cluster.says(/Ctrl-C ends everything/)
    const [, setup = ''] = await cluster.says(/Set-up +(\S+)/)
    assert.equal((await fetch(setup)).status, 200)
    const [, keyFile = ''] = await cluster.says(/API key +in (\S+)/)
    const headers = { authorization: `Bearer ${readFileSync(keyFile, 'utf8').trim()}` }
    const url = `http://127.0.0.1:${port}`
    const [account] = (await (await fetch(`${url}/v1/accounts`, { headers })).json()) as { id: string }[]
    const statuses = async () => {
      const answer = await fetch(`${url}/v1/check-statuses`, {
        headers: { ...headers, 'x-service-account': account?.id ?? '' },
      })
      assert.equal(answer.status, 200, 'whoever asks the proxy gets an answer')
      return (await answer.json()) as { lastRunLocation: string | null; updated_at: string | null }[]
    }
    const slowly = { everyMs: 500 }
    await eventually('all monitors have run', async () => (await statuses()).length === 3, slowly)

    const pids = [...cluster.output().matchAll(/kill (?:-\w+ )?(\d+) /g)].map((found) => Number(found[1]))
    assert.equal(new Set(pids).size, 1 + 3 + 3 + 2)
    for (const name of ['server-2', 'nats-1', 'agent-1']) {
      const [, pid = ''] = await cluster.says(new RegExp(`${name} +kill -9 (\\d+) `))
      process.kill(Number(pid), 'SIGKILL')
      await cluster.says(new RegExp(`${name} has ended`))
    }
    const killedAt = Date.now()
    await eventually(
      'every monitor has a result that is younger than the kills',
      async () => (await statuses()).every(({ updated_at: at }) => Date.parse(at ?? '') > killedAt + 15_000),
      slowly,
    )
    cluster.enter('server-2')
    await cluster.says(/server-2 is running again, with process id \d+/)
    cluster.enter('agent-9')
    await cluster.says(/There is no part "agent-9": postgres, nats-1/)
    cluster.enter('status')
    await cluster.says(/nats-1 +\(stopped\) +To start it, enter: nats-1/)

    cluster.interrupt()
    assert.equal(await cluster.exited, 0)
    const [, folder = ''] = await cluster.says(/Deleted (\S+)/)
    assert.equal(existsSync(folder), false)
    const later = [...cluster.output().matchAll(/process id (\d+)/g)].map((found) => Number(found[1]))
    assert.deepEqual([...pids, ...later].filter(isAlive), [])
  },
)

test('npm run cluster says what is wrong', { skip: withoutNats || withoutPostgres }, async (t) => {
  const port = await basePort()
  const taken = createServer().listen(port + 5, '127.0.0.1')
  await once(taken, 'listening')
  t.after(() => taken.close())
  const refused = runCluster(t, ['--port', String(port)])
  assert.equal(await refused.exited, 1)
  assert.match(refused.output(), new RegExp(`Ports in use on 127.0.0.1: .*${port + 5}.*--port`))
  const mistaken = runCluster(t, ['--monitors', 'many'])
  assert.equal(await mistaken.exited, 2)
  assert.match(mistaken.output(), /--monitors: must be a whole number from 0 to 10000/)
  const asked = runCluster(t, ['--help'])
  assert.equal(await asked.exited, 0)
  assert.match(asked.output(), /--data FOLDER/)
})
