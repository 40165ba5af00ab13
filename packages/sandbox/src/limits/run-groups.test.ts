import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test, type TestContext } from 'node:test'
import { silentLogger } from '@sonde/ground/testing/silent-logger.ts'
import { type AgentUnderTest, startAgent } from '../../testing/agent-under-test.ts'
import { nodeRequest, someLimits } from '../../testing/run-inside.ts'
import { loadLibc } from '../libc.ts'
import { readOrNull } from '../process-table.ts'
import { createRunGroups } from './run-groups.ts'
import { thisArchitecture } from '../system-calls.ts'
import { untilGone } from '../until-gone.ts'

test('SI 4: limits of a run are written to its group, by what the kernel offers there', (t) => {
  const folder = standIn(t)
  const limits = { ...someLimits, memoryBytes: 512 * 2 ** 20, processes: 64, processors: 2 }
  const written = (limiters: Parameters<typeof createRunGroups>[1]['limiters']) => {
    const group = createRunGroups(folder, { limiters, log: silentLogger }).open(limits, {
      memoryFileBytes: 64 * 2 ** 20,
    })
    assert.ok(group !== null)
    const own = join(group.processesFile, '..')
    const files = readdirSync(own).map((name) => [name, readFileSync(join(own, name), 'utf8')])
    rmSync(own, { recursive: true })
    return { keepsMemory: group.keepsMemory, ...Object.fromEntries(files) }
  }
  const memory = { 'memory.max': String(576 * 2 ** 20), 'memory.oom.group': '1' }
  const processor = { 'cpu.max': '200000 100000', 'cpu.weight.nice': '10' }
  assert.deepEqual(written(['memory', 'pids', 'cpu']), {
    keepsMemory: true,
    ...memory,
    'pids.max': '64',
    ...processor,
  })
  assert.deepEqual(written(['pids']), { keepsMemory: false, 'pids.max': '64' })
  assert.deepEqual(written([]), { keepsMemory: false })
})

test('SI 10.5: what the kernel killed beyond the limit of its group is told from what the machine had no memory for', (t) => {
  const groups = createRunGroups(standIn(t), { limiters: ['memory'], log: silentLogger })
  const group = groups.open(someLimits, { memoryFileBytes: 0 })
  assert.ok(group !== null)
  const tell = (events: string) => {
    writeFileSync(join(group.processesFile, '../memory.events'), events)
    return group.killedFor()
  }
  const quiet = 'low 0\nhigh 0\nmax 12\n'
  assert.equal(tell(`${quiet}oom 0\noom_kill 0\noom_group_kill 0\n`), null)
  assert.equal(tell(`${quiet}oom 1\noom_kill 3\noom_group_kill 1\n`), 'own')
  assert.equal(tell(`${quiet}oom 0\noom_kill 3\noom_group_kill 1\n`), 'machine')
})

test('a group that cannot be made is missed once in the log, and the run is watched instead', (t) => {
  const warnings: string[] = []
  const log = { ...silentLogger, warn: (_fields: object, message: string) => void warnings.push(message) }
  const folder = join(standIn(t), 'gone')
  const groups = createRunGroups(folder, { limiters: [], log })
  assert.deepEqual(
    [groups.open(someLimits, { memoryFileBytes: 0 }), groups.open(someLimits, { memoryFileBytes: 0 })],
    [null, null],
  )
  assert.deepEqual(warnings, ['The control group of a scripted run could not be made'])
})

function standIn(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'sonde-groups-'))
  t.after(() => rmSync(folder, { recursive: true }))
  return folder
}

describe('with the kernel', { skip: process.getuid?.() !== 0 && 'only root mounts control groups' }, () => {
  const top = mkdtempSync(join(tmpdir(), 'sonde-cgroup-'))
  const made: string[] = []
  const agents: AgentUnderTest[] = []
  execFileSync('mount', ['-t', 'cgroup2', 'none', top])
  after(async () => {
    await Promise.all(agents.map((agent) => agent.stop()))
    for (const group of made) await untilGone(() => removed(group))
    execFileSync('umount', [top])
    rmdirSync(top)
  })

  /** As systemd hands it over to a unit with `Delegate=yes`; `owner` of the agent. */
  function delegate(owner: number | null): string {
    const group = join(top, `sonde-test-${process.pid}-${made.length}`)
    mkdirSync(group)
    made.push(group)
    const architecture = thisArchitecture()
    assert.ok(architecture !== null)
    const text = (words: string) => Buffer.from(`${words}\0`)
    const value = Buffer.from('1')
    assert.equal(loadLibc(architecture).call('setxattr', text(group), text('user.delegate'), value, 1, 0), 0)
    for (const name of owner === null ? [] : ['', 'cgroup.procs', 'cgroup.subtree_control'])
      chownSync(join(group, name), owner ?? 0, owner ?? 0)
    return group
  }

  async function agentIn(options: Omit<Parameters<typeof startAgent>[0], 'group'> & { group: string }) {
    const agent = await startAgent(options)
    agents.push(agent)
    return agent
  }

  const span = (nth: number) => `300.${process.pid}7${nth}`
  const daemons = (nth: number) =>
    ['/bin/sh', '-c', `(setsid sleep ${span(nth)} &); echo ready; exec sleep ${span(nth)}`] as const
  const runGroupsIn = (group: string) => readdirSync(group).filter((name) => name.startsWith('sonde-run-'))
  const commands = (group: string) =>
    readFileSync(join(group, 'cgroup.procs'), 'latin1')
      .split('\n')
      .filter(Boolean)
      .map((pid) => readOrNull(`/proc/${pid}/cmdline`)?.replaceAll('\0', ' ').trim() ?? '')

  for (const [title, ordinary] of [
    ['root', false],
    ['an ordinary user', true],
  ] as const)
    test(`SI 4, 10.12: every run of ${title} has a group, and ends with all that is in it`, async () => {
      const userIds = { first: 50_000_000 + process.pid * 10, last: 50_000_008 + process.pid * 10 }
      const group = delegate(ordinary ? userIds.last + 1 : null)
      const agent = await agentIn({ ordinary, group, userIds })
      // It has made room for groups with limits.
      assert.deepEqual(commands(group), [])
      assert.match(readFileSync(`/proc/${agent.pid}/cgroup`, 'utf8'), /^0::.*\/sonde-agent$/m)
      const offered = agent.levels.filter(({ name, missing }) => name !== 'process' && missing === null)
      assert.ok(offered.length > 0, JSON.stringify(agent.levels))
      for (const [nth, { name }] of offered.entries()) {
        const run = await agent.hold(name, { ...nodeRequest(''), command: daemons(nth) })
        assert.equal(run.line, 'ready')
        const [own = ''] = runGroupsIn(group)
        assert.match(readFileSync(`/proc/${run.pid}/cgroup`, 'utf8'), new RegExp(`^0::.*/${own}$`, 'm'))
        const members = () => commands(join(group, own)).filter((line) => line === `sleep ${span(nth)}`)
        assert.equal(await untilGone(() => members().length === 2), true, name)
        assert.equal((await run.end()).survivors, false)
        assert.deepEqual(runGroupsIn(group), [], name)
      }
      const { end } = await agent.run(offered[0]?.name ?? 'process', nodeRequest('process.exitCode = 5'))
      assert.deepEqual(end, { code: 5, signal: null, exceeded: null, survivors: false })
      assert.deepEqual(runGroupsIn(group), [])
    })

  test('SI 10.21: what a killed agent leaves is ended by the next one, and only that', async () => {
    const group = delegate(null)
    const [killed, other] = [
      await agentIn({ ordinary: false, group }),
      await agentIn({ ordinary: false, group }),
    ]
    const request = (nth: number) => ({ ...nodeRequest(''), command: daemons(nth) })
    const level = killed.levels.find(({ name, missing }) => name !== 'process' && missing === null)?.name
    assert.ok(level !== undefined)
    await killed.hold(level, request(8))
    await other.hold(level, request(9))
    const left = runGroupsIn(group).find((name) => name.includes(`-${killed.pid}-`)) ?? ''
    await killed.stop()
    assert.ok(existsSync(join(group, left)))
    await agentIn({ ordinary: false, group })
    const names = runGroupsIn(group)
    assert.deepEqual(
      names.filter((name) => !name.includes(`-${other.pid}-`)),
      [],
    )
    assert.equal(names.length, 1)
  })

  function removed(group: string): boolean {
    try {
      for (const name of readdirSync(group, { withFileTypes: true }))
        if (name.isDirectory()) rmdirSync(join(group, name.name))
      rmdirSync(group)
      return true
    } catch {
      return !existsSync(group)
    }
  }
})
