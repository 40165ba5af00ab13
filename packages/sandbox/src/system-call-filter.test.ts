import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateFilter, type CallData } from '../testing/evaluate-filter.ts'
import { refusedCalls, systemCallFilter, type FilteredLevel } from './system-call-filter.ts'
import { systemCallNumber, type Architecture, type SystemCall } from './system-calls.ts'

const levels: readonly FilteredLevel[] = ['namespaces', 'user', 'landlock']
const auditArchitectures = { x86_64: 0xc000003e, aarch64: 0xc00000b7 }
/** read, write, openat, execve, futex, exit_group: nothing runs without them. */
const harmlessNumbers = { x86_64: [0, 1, 257, 59, 202, 231], aarch64: [63, 64, 56, 221, 98, 94] }
/** Calls that are judged by their arguments; the others are refused with any. */
const judgedByArguments: ReadonlySet<SystemCall> = new Set(['clone', 'socket', 'prctl'])

for (const architecture of ['x86_64', 'aarch64'] as const) {
  for (const level of levels) {
    const filter = systemCallFilter(level, architecture, { mayListen: false })
    const evaluate = (number: number, args: readonly bigint[] = [], other: Partial<CallData> = {}) =>
      evaluateFilter(filter, { number, args, architecture: auditArchitectures[architecture], ...other })
    const call = (name: SystemCall, ...args: bigint[]) => evaluate(numberOf(name, architecture), args)

    test(`${architecture}, ${level}: what is on the list is refused, the rest is allowed`, () => {
      for (const name of refusedCalls(level, { mayListen: false })) {
        if (judgedByArguments.has(name) || systemCallNumber(name, architecture) === null) continue
        assert.equal(call(name, 7n, 7n, 7n), name === 'clone3' ? 'ENOSYS' : 'EPERM', name)
      }
      for (const number of harmlessNumbers[architecture]) assert.equal(evaluate(number), 'allow')
    })

    test(`${architecture}, ${level}: a browser may listen on sockets of its own`, () => {
      const local = systemCallFilter(level, architecture, { mayListen: false, hasLocalSockets: true })
      const number = numberOf('listen', architecture)
      const listen = { number, args: [7n, 7n], architecture: auditArchitectures[architecture] }
      assert.equal(evaluateFilter(local, listen), 'allow')
    })

    test(`${architecture}, ${level}: another architecture is killed`, () => {
      for (const other of [0x40000003, 0x40000028, 0])
        assert.equal(evaluate(0, [], { architecture: other }), 'kill')
      assert.equal(evaluate(0x40000000 + 1), architecture === 'x86_64' ? 'ENOSYS' : 'allow')
    })

    test(`${architecture}, ${level}: threads and processes, but no namespaces`, () => {
      assert.equal(call('clone', 0x3d0f00n), 'allow')
      assert.equal(call('clone', 0x11n), 'allow')
      for (const flag of [
        0x20000n,
        0x2000000n,
        0x4000000n,
        0x8000000n,
        0x10000000n,
        0x20000000n,
        0x40000000n,
      ])
        assert.equal(call('clone', 0x11n | flag), 'EPERM', flag.toString(16))
    })

    test(`${architecture}, ${level}: sockets of the usual families and no others`, () => {
      const flags = 0o2004000n // close-on-exec, non-blocking
      for (const family of [1n, 2n, 10n]) {
        for (const type of [1n, 2n]) assert.equal(call('socket', family, type | flags, 0n), 'allow')
        for (const type of [3n, 10n]) assert.equal(call('socket', family, type | flags, 255n), 'EPERM')
      }
      assert.equal(call('socket', 16n, 3n | flags, 0n), 'allow')
      assert.equal(call('socket', 16n, 3n | flags, 12n), 'EPERM')
      for (const family of [0n, 3n, 17n, 29n, 38n, 40n, 44n])
        assert.equal(call('socket', family, 2n, 0n), 'EPERM', `family ${family}`)
    })

    test(`${architecture}, ${level}: where the user id is shared, other processes and files stay as they are`, () => {
      const refused = level === 'landlock' ? 'EPERM' : 'allow'
      assert.equal(call('prlimit64', 0n, 7n), 'allow')
      assert.equal(call('prlimit64', 4711n, 7n), refused)
      assert.equal(call('setpriority', 0n, 0n, 5n), 'allow')
      assert.equal(call('setpriority', 2n, 0n, 5n), refused)
      assert.equal(call('utimensat', 5n, 0n), 'allow')
      assert.equal(call('utimensat', 5n, 0xffff_0000_0000n), refused)
      assert.equal(call('prctl', 4n, 0n), refused)
      assert.equal(call('prctl', 4n, 1n), 'allow')
      assert.equal(call('prctl', 38n, 0n), 'allow')
    })
  }
}

function numberOf(call: SystemCall, architecture: Architecture): number {
  const number = systemCallNumber(call, architecture)
  assert.ok(number !== null, `${call} is no call of ${architecture}`)
  return number
}
