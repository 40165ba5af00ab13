import koffi from 'koffi'

/** The calls of the C library that the engine makes. Results below zero: ask `errno()` at once. */
export type Libc = ReturnType<typeof loadLibc>

export function loadLibc() {
  // The process itself: its C library is loaded already, whether glibc or musl.
  const library = koffi.load(null)
  const socket: (domain: number, type: number, protocol: number) => number = library.func(
    'int socket(int domain, int type, int protocol)',
  )
  const recvfrom: (
    fd: number,
    buffer: bigint,
    size: number,
    flags: number,
    address: bigint,
    length: bigint,
  ) => number = library.func(
    'long recvfrom(int fd, void *buffer, unsigned long size, int flags, void *address, void *length)',
  )
  const ioctl: (fd: number, request: number, argument: bigint) => number = library.func('ioctl', 'int', [
    'int',
    'unsigned long',
    'void *',
  ])
  const setsockopt: (fd: number, level: number, name: number, value: Uint8Array, length: number) => number =
    library.func('int setsockopt(int fd, int level, int name, const void *value, unsigned int length)')
  const getsockopt: (
    fd: number,
    level: number,
    name: number,
    value: Uint8Array,
    length: Uint8Array,
  ) => number = library.func('int getsockopt(int fd, int level, int name, void *value, void *length)')
  const bind: (fd: number, address: Uint8Array, length: number) => number = library.func(
    'int bind(int fd, const void *address, unsigned int length)',
  )
  const connect: (fd: number, address: Uint8Array, length: number) => number = library.func(
    'int connect(int fd, const void *address, unsigned int length)',
  )
  const getsockname: (fd: number, address: Uint8Array, length: Uint8Array) => number = library.func(
    'int getsockname(int fd, void *address, void *length)',
  )
  const sendto: (
    fd: number,
    packet: bigint,
    length: number,
    flags: number,
    address: Uint8Array | null,
    addressLength: number,
  ) => number = library.func(
    'long sendto(int fd, void *packet, unsigned long length, int flags, const void *address, unsigned int addressLength)',
  )
  const sendmmsg: (fd: number, messages: bigint, count: number, flags: number) => number = library.func(
    'int sendmmsg(int fd, void *messages, unsigned int count, int flags)',
  )
  const recvmmsg: (fd: number, messages: bigint, count: number, flags: number, timeout: null) => number =
    library.func('int recvmmsg(int fd, void *messages, unsigned int count, int flags, void *timeout)')
  const ppoll: (fds: bigint, count: number, timeout: bigint, mask: null) => number = library.func(
    'int ppoll(void *fds, unsigned long count, void *timeout, void *mask)',
  )
  const eventfd: (initial: number, flags: number) => number = library.func(
    'int eventfd(unsigned int initial, int flags)',
  )
  const read: (fd: number, buffer: bigint, length: number) => number = library.func(
    'long read(int fd, void *buffer, unsigned long length)',
  )
  const clockGettime: (clock: number, time: bigint) => number = library.func('clock_gettime', 'int', [
    'int',
    'void *',
  ])
  const getrandom: (buffer: bigint, length: number, flags: number) => number = library.func(
    'long getrandom(void *buffer, unsigned long length, unsigned int flags)',
  )
  const close: (fd: number) => number = library.func('int close(int fd)')
  return {
    socket,
    ioctl,
    recvfrom,
    setsockopt,
    getsockopt,
    bind,
    connect,
    getsockname,
    sendto,
    sendmmsg,
    recvmmsg,
    ppoll,
    eventfd,
    read,
    clockGettime,
    getrandom,
    close,
    errno: () => koffi.errno(),
  }
}

/**
 * Memory outside the JavaScript heap, whose address may be written into C structs: the garbage collector moves
 * neither an ArrayBuffer's store nor anything in it. Keep the block as long as the kernel may look at it.
 */
export type Block = { address: bigint; bytes: Uint8Array; view: DataView; words: Int32Array }

export function allocateBlock(size: number): Block {
  const store = new ArrayBuffer(Math.ceil(size / 8) * 8)
  const bytes = new Uint8Array(store)
  return { address: koffi.address(bytes), bytes, view: new DataView(store), words: new Int32Array(store) }
}
