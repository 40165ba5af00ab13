// Becomes the program of a sandbox: takes rights away from itself, step by step, and ends in `execve`. Rules of the kernel bind
// the thread that asks for them, and Node has others: only what is started afterwards is bound as a whole.
// It is JavaScript of the old kind, because stripping types and loading modules would take longer than everything else here.
const { writeFileSync, writeSync } = require('node:fs')
const { setPriority } = require('node:os')

const lowPriority = 10
const noNewPrivileges = 38
const parentDeathSignal = 1
const ambientCapabilities = 47
const clearAllAmbient = 4
const pathBeneath = 1
const netPort = 2
const bindTcp = 1
const openPathCloseOnExec = 0o10000000 | 0o2000000
const closeRangeCloseOnExec = 4
const setFilter = 1
const setDescriptorFlags = 2
const SIGKILL = 9
const SIGPIPE = 13

/** @type {import('./launch-plan.ts').LaunchPlan} */
const plan = JSON.parse(process.argv[2] ?? '')

// Only the native part of it: the rest takes twenty times as long to load, and is not needed.
const addon = { exports: {} }
process.dlopen(addon, plan.koffi)
const koffi = addon.exports
const library = koffi.load(null)
const syscall = library.func('long syscall(long number, long a, long b, long c, long d, long e)')
const fcntl = library.func('int fcntl(int descriptor, int command, long argument)')
const open = library.func('int open(const char *path, int flags, int mode)')
const close = library.func('int close(int descriptor)')
const signal = library.func('void *signal(int number, void *handler)')
const getppid = library.func('int getppid()')

function must(what, result) {
  if (result < 0) throw new Error(`${what} failed: ${errorName(koffi.errno())}`)
  return result
}

function errorName(number) {
  return Object.entries(koffi.os.errno).find(([, value]) => value === number)?.[0] ?? `error ${number}`
}

function call(name, ...args) {
  const values = args.map((argument) =>
    argument instanceof Uint8Array ? koffi.address(argument) : BigInt(argument),
  )
  const padding = Array.from({ length: 5 - values.length }, () => 0n)
  return must(name, syscall(plan.numbers[name], ...values, ...padding))
}

function words(...values) {
  return new Uint8Array(BigUint64Array.from(values, BigInt).buffer)
}

function createRuleset({ fileAccess, networkAccess, scopes, attributeBytes, rules, ports }) {
  const attributes = words(fileAccess, networkAccess, scopes)
  const ruleset = call('landlock_create_ruleset', attributes, attributeBytes, 0)
  for (const { path, access } of rules) {
    const place = must(`open ${path}`, open(path, openPathCloseOnExec, 0))
    const rule = new Uint8Array(12)
    const view = new DataView(rule.buffer)
    view.setBigUint64(0, BigInt(access), true)
    view.setInt32(8, place, true)
    call('landlock_add_rule', ruleset, pathBeneath, rule, 0)
    close(place)
  }
  for (const port of ports) call('landlock_add_rule', ruleset, netPort, words(bindTcp, port), 0)
  return ruleset
}

function changeUser(uid) {
  must('setgroups', library.func('int setgroups(unsigned long size, void *list)')(0, null))
  must('setresgid', library.func('int setresgid(int real, int effective, int saved)')(uid, uid, uid))
  must('setresuid', library.func('int setresuid(int real, int effective, int saved)')(uid, uid, uid))
}

function become() {
  // All of its threads, and before anything of somebody else's is there to be counted.
  if (plan.processesFile !== null) writeFileSync(plan.processesFile, '0')
  setPriority(0, lowPriority)
  call('prctl', noNewPrivileges, 1, 0, 0, 0)
  call('prctl', ambientCapabilities, clearAllAmbient, 0, 0, 0)
  const ruleset = createRuleset(plan.landlock)
  for (const [resource, value] of plan.limits) call('prlimit64', 0, resource, words(value, value), 0)
  if (plan.uid !== null) changeUser(plan.uid)
  process.chdir(plan.folder)
  // After the change of user, which resets it.
  call('prctl', parentDeathSignal, SIGKILL, 0, 0, 0)
  if (getppid() !== plan.agent) throw new Error('the agent has ended')
  call('close_range', plan.descriptors, 0xffffffff, closeRangeCloseOnExec)
  for (let descriptor = 0; descriptor < plan.descriptors; descriptor += 1)
    must('fcntl', fcntl(descriptor, setDescriptorFlags, 0))
  // Node ignores it, and what is ignored stays so in the next program.
  signal(SIGPIPE, null)

  const filter = Buffer.from(plan.filter ?? '', 'base64')
  const filterProgram = plan.filter === null ? null : words(filter.length / 8, koffi.address(filter))
  const execve = library.func('int execve(const char *path, const char **args, const char **environment)')
  const [program] = plan.command
  call('landlock_restrict_self', ruleset, 0)
  if (filterProgram !== null) call('seccomp', setFilter, 0, filterProgram)
  must(`execve ${program}`, execve(program, [...plan.command, null], [...plan.environment, null]))
}

try {
  become()
} catch (error) {
  writeSync(plan.statusDescriptor, error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
