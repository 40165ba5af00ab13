import type { SandboxRequest } from './sandbox.ts'
import { systemCallNumber, type Architecture, type SystemCall } from './system-calls.ts'

/** The levels that filter system calls. */
export type FilteredLevel = 'namespaces' | 'user' | 'landlock'

/** What is refused, and the condition on its arguments if it is not refused always. */
type Rule = { call: SystemCall; body: readonly Instruction[] }
type Instruction = { code: number; ifTrue: number; ifFalse: number; value: number }

// Operations of the classic packet filter (linux/bpf_common.h).
const load = 0x20
const and = 0x54
const jumpIfEqual = 0x15
const jumpIfAtLeast = 0x35
const jumpIfAnyBit = 0x45
const end = 0x06

// Offsets in struct seccomp_data; arguments have 64 bits, low half first on both architectures.
const numberOffset = 0
const architectureOffset = 4
const argumentsOffset = 16

const auditArchitectures: Record<Architecture, number> = { x86_64: 0xc000003e, aarch64: 0xc00000b7 }
const x32Bit = 0x40000000

const errno = { EPERM: 1, ENOSYS: 38 }
const allow: Instruction = { code: end, ifTrue: 0, ifFalse: 0, value: 0x7fff0000 }
const killProcess: Instruction = { code: end, ifTrue: 0, ifFalse: 0, value: 0x80000000 }
const refuse = (number: number): Instruction => ({
  code: end,
  ifTrue: 0,
  ifFalse: 0,
  value: 0x00050000 | number,
})
const loadAt = (offset: number): Instruction => ({ code: load, ifTrue: 0, ifFalse: 0, value: offset })
const loadLow = (argument: number) => loadAt(argumentsOffset + argument * 8)
const loadHigh = (argument: number) => loadAt(argumentsOffset + argument * 8 + 4)
const jump = (code: number, value: number, ifTrue: number, ifFalse: number): Instruction => ({
  code,
  ifTrue,
  ifFalse,
  value,
})

const always = (...calls: SystemCall[]): Rule[] =>
  calls.map((call) => ({ call, body: [refuse(errno.EPERM)] }))

/** Refused unless each of these arguments, which the kernel reads as `int`, has its value. */
const unless = (call: SystemCall, ...values: (readonly [argument: number, value: number])[]): Rule => ({
  call,
  body: [
    ...values.flatMap(([argument, value]) => [
      loadLow(argument),
      jump(jumpIfEqual, value, 1, 0),
      refuse(errno.EPERM),
    ]),
    allow,
  ],
})

/** Mount, cgroup, UTS, IPC, user, PID and network. That of time shares its bit with a signal, and needs `clone3`. */
const namespaceFlags = 0x7e020000
const family = { unix: 1, inet: 2, inet6: 10, netlink: 16 }
const socketType = { raw: 3, packet: 10 }
const netlinkRoute = 0
const setDumpable = 4
const priorityOfProcess = 0
const ioPriorityOfProcess = 1

const refusedEverywhere: readonly Rule[] = [
  // Its flags lie in memory, where a filter cannot look. Libraries fall back to `clone` when there is no such call.
  { call: 'clone3', body: [refuse(errno.ENOSYS)] },
  {
    call: 'clone',
    body: [loadLow(0), jump(jumpIfAnyBit, namespaceFlags, 0, 1), refuse(errno.EPERM), allow],
  },
  ...always('unshare', 'setns', 'mount', 'umount2', 'move_mount', 'open_tree', 'open_tree_attr'),
  ...always('fsopen', 'fsconfig', 'fsmount', 'fspick', 'mount_setattr', 'pivot_root', 'chroot'),
  ...always('ptrace', 'process_vm_readv', 'process_vm_writev', 'process_madvise', 'pidfd_getfd', 'kcmp'),
  ...always('bpf', 'perf_event_open', 'userfaultfd', 'fanotify_init', 'open_by_handle_at', 'memfd_secret'),
  ...always('io_uring_setup', 'io_uring_enter', 'io_uring_register'),
  ...always('keyctl', 'add_key', 'request_key'),
  ...always('init_module', 'finit_module', 'delete_module', 'kexec_load', 'kexec_file_load'),
  ...always('swapon', 'swapoff', 'reboot', 'acct', 'quotactl', 'quotactl_fd', 'syslog', 'vhangup'),
  ...always('clock_settime', 'settimeofday', 'adjtimex', 'clock_adjtime'),
  ...always('sethostname', 'setdomainname', 'lookup_dcookie', 'iopl', 'ioperm'),
  {
    call: 'socket',
    body: [
      loadLow(0),
      jump(jumpIfEqual, family.unix, 6, 0),
      jump(jumpIfEqual, family.inet, 5, 0),
      jump(jumpIfEqual, family.inet6, 4, 0),
      jump(jumpIfEqual, family.netlink, 1, 0),
      refuse(errno.EPERM),
      // Interfaces and routes, which name resolution asks for, and by type RAW; nothing else of the kernel's.
      loadLow(2),
      jump(jumpIfEqual, netlinkRoute, 4, 5),
      loadLow(1),
      { code: and, ifTrue: 0, ifFalse: 0, value: 0xf },
      jump(jumpIfEqual, socketType.raw, 2, 0),
      jump(jumpIfEqual, socketType.packet, 1, 0),
      allow,
      refuse(errno.EPERM),
    ],
  },
]

// Without a namespace for it, this memory outlives the run and is seen by others of the same user id.
const refusedWithSharedIpc: readonly Rule[] = [
  ...always('shmget', 'shmat', 'shmctl', 'semget', 'semop', 'semctl', 'semtimedop'),
  ...always('msgget', 'msgsnd', 'msgrcv', 'msgctl', 'mq_open', 'mq_unlink'),
]

// What one process may do to another of the same user id, and to files of the same owner, that Landlock does not judge.
const refusedWithSharedUser: readonly Rule[] = [
  unless('prlimit64', [0, 0]),
  unless('sched_setaffinity', [0, 0]),
  unless('sched_setscheduler', [0, 0]),
  unless('sched_setparam', [0, 0]),
  unless('sched_setattr', [0, 0]),
  unless('migrate_pages', [0, 0]),
  unless('move_pages', [0, 0]),
  unless('setpriority', [0, priorityOfProcess], [1, 0]),
  unless('ioprio_set', [0, ioPriorityOfProcess], [1, 0]),
  ...always('chmod', 'fchmodat', 'fchmodat2', 'chown', 'lchown', 'fchownat', 'file_setattr'),
  ...always('setxattr', 'lsetxattr', 'setxattrat', 'removexattr', 'lremovexattr', 'removexattrat'),
  ...always('utime', 'utimes', 'futimesat'),
  {
    // A null path means the open file itself.
    call: 'utimensat',
    body: [
      loadLow(1),
      jump(jumpIfEqual, 0, 0, 2),
      loadHigh(1),
      jump(jumpIfEqual, 0, 1, 0),
      refuse(errno.EPERM),
      allow,
    ],
  },
  {
    // The agent could not look at memory and open files of a process that is not dumpable.
    call: 'prctl',
    body: [
      loadLow(0),
      jump(jumpIfEqual, setDumpable, 0, 3),
      loadLow(1),
      jump(jumpIfEqual, 0, 0, 1),
      refuse(errno.EPERM),
      allow,
    ],
  },
]

export type FilterOptions = Pick<SandboxRequest, 'mayListen' | 'hasLocalSockets'>

// A filter cannot see the address of `bind`, without which there would be no UDP either. UNIX sockets go with it.
function rulesFor(
  level: FilteredLevel,
  { mayListen, hasLocalSockets = false }: FilterOptions,
): readonly Rule[] {
  return [
    ...refusedEverywhere,
    ...(mayListen || hasLocalSockets ? [] : always('listen')),
    ...(level === 'namespaces' ? [] : refusedWithSharedIpc),
    ...(level === 'landlock' ? refusedWithSharedUser : []),
  ]
}

/** The system calls that the filter of a level refuses, always or for some arguments. */
export function refusedCalls(level: FilteredLevel, options: FilterOptions): SystemCall[] {
  return rulesFor(level, options).map(({ call }) => call)
}

/** The filter as the kernel takes it: `struct sock_filter` for each instruction. */
export function systemCallFilter(
  level: FilteredLevel,
  architecture: Architecture,
  options: FilterOptions,
): Uint8Array<ArrayBuffer> {
  const rules = rulesFor(level, options).flatMap(({ call, body }) => {
    const number = systemCallNumber(call, architecture)
    return number === null ? [] : [jump(jumpIfEqual, number, 0, body.length), ...body]
  })
  return encode([
    loadAt(architectureOffset),
    jump(jumpIfEqual, auditArchitectures[architecture], 1, 0),
    killProcess,
    loadAt(numberOffset),
    // The same calls with other numbers. No distribution needs them.
    ...(architecture === 'x86_64' ? [jump(jumpIfAtLeast, x32Bit, 0, 1), refuse(errno.ENOSYS)] : []),
    ...rules,
    allow,
  ])
}

function encode(program: readonly Instruction[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(program.length * 8)
  const view = new DataView(bytes.buffer)
  for (const [position, { code, ifTrue, ifFalse, value }] of program.entries()) {
    view.setUint16(position * 8, code, true)
    view.setUint8(position * 8 + 2, ifTrue)
    view.setUint8(position * 8 + 3, ifFalse)
    view.setUint32(position * 8 + 4, value, true)
  }
  return bytes
}
