import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { TestContext } from 'node:test'
import grpc from '@grpc/grpc-js'
import { loadSync, type PackageDefinition, type ServiceDefinition } from '@grpc/proto-loader'
import { ReflectionService } from '@grpc/reflection'

const monitoredFile = fileURLToPath(new URL('protos/monitored.proto', import.meta.url))
const healthFile = fileURLToPath(new URL('protos/health.proto', import.meta.url))

/** What a user would paste. */
export const monitoredProto = readFileSync(monitoredFile, 'utf8')

export type GrpcServerOptions = {
  reflection?: 'both' | 'v1alpha' | 'none'
  /** By the name of the service; the empty name is the whole server. Null: no health service. */
  health?: Readonly<Record<string, string>> | null
  credentials?: grpc.ServerCredentials
  /** What a greeting is answered with. */
  onGreet?: OnGreet
}

type OnGreet = (
  name: string,
  metadata: SeenCall['metadata'],
) => { greeting: string; trailers: Readonly<Record<string, grpc.MetadataValue>> }

const greetPolitely: OnGreet = (name) => ({
  greeting: `Hello ${name}`,
  trailers: { 'x-cost': '7', 'x-trace-bin': Buffer.from('trace') },
})

export type SeenCall = { path: string; metadata: Record<string, grpc.MetadataValue> }

/** A real gRPC server on the loopback, made with the library that most servers of Node are made with. */
export async function startGrpcServer(
  t: TestContext,
  {
    reflection = 'both',
    health = { '': 'SERVING' },
    credentials = grpc.ServerCredentials.createInsecure(),
    onGreet = greetPolitely,
  }: GrpcServerOptions = {},
): Promise<{ port: number; seen: SeenCall[] }> {
  const options = { keepCase: true, longs: String, enums: String, defaults: false, oneofs: false }
  const monitored = loadSync(monitoredFile, options)
  const standard = loadSync(healthFile, options)
  const seen: SeenCall[] = []
  const server = new grpc.Server({ 'grpc.max_send_message_length': -1 })
  const note = (path: string, metadata: grpc.Metadata): void => {
    seen.push({ path, metadata: metadata.getMap() })
  }
  server.addService(serviceOf(monitored, 'monitored.v1.Greeter'), greeter(t, note, onGreet))
  if (health !== null)
    server.addService(serviceOf(standard, 'grpc.health.v1.Health'), healthService(health, note))
  if (reflection !== 'none') new ReflectionService({ ...monitored, ...standard }).addToServer(server)
  if (reflection === 'v1alpha') {
    server.unregister('/grpc.reflection.v1.ServerReflection/ServerReflectionInfo')
  }
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  server.bindAsync('127.0.0.1:0', credentials, (error, port) =>
    error === null ? resolve(port) : reject(error),
  )
  const port = await promise
  t.after(() => server.forceShutdown())
  return { port, seen }
}

function serviceOf(definitions: PackageDefinition, name: string): ServiceDefinition {
  const found = definitions[name]
  if (found === undefined || 'format' in found) throw new Error(`no service ${name}`)
  return found
}

type Unary = grpc.handleUnaryCall<Record<string, unknown>, unknown>
type Note = (path: string, metadata: grpc.Metadata) => void

function greeter(t: TestContext, note: Note, onGreet: OnGreet): grpc.UntypedServiceImplementation {
  const greet: Unary = (call, callback) => {
    note(call.getPath(), call.metadata)
    const initial = new grpc.Metadata()
    initial.add('x-served-by', 'one')
    initial.add('x-served-by', 'two')
    call.sendMetadata(initial)
    const { greeting, trailers } = onGreet(String(call.request['name'] ?? ''), call.metadata.getMap())
    const told = new grpc.Metadata()
    for (const [name, value] of Object.entries(trailers)) told.add(name, value)
    callback(null, { greeting, times_greeted: 3 }, told)
  }
  const fail: Unary = (call, callback) => {
    note(call.getPath(), call.metadata)
    callback({ code: Number(call.request['code']), details: String(call.request['text'] ?? '') })
  }
  const echo: Unary = (call, callback) => callback(null, call.request)
  const grow: Unary = (call, callback) =>
    callback(null, { content: Buffer.alloc(Number(call.request['upto'] ?? 0), 1) })
  const count: grpc.handleServerStreamingCall<Record<string, unknown>, unknown> = (call) => {
    const upTo = Number(call.request['upto'] ?? 0)
    let value = 0
    const more = (): void => {
      while (value < upTo) {
        value += 1
        if (!call.write({ value })) {
          call.once('drain', more)
          return
        }
      }
      call.end()
    }
    more()
  }
  const wait: Unary = (_call, callback) => {
    t.after(() => callback(null, {}))
  }
  const unused = (): void => {
    throw new Error('no test calls this')
  }
  return {
    Greet: greet,
    Fail: fail,
    Echo: echo,
    Grow: grow,
    Count: count,
    Wait: wait,
    Collect: unused,
    Chat: unused,
  }
}

function healthService(
  statuses: Readonly<Record<string, string>>,
  note: Note,
): grpc.UntypedServiceImplementation {
  const check: Unary = (call, callback) => {
    note(call.getPath(), call.metadata)
    const status = statuses[String(call.request['service'] ?? '')]
    if (status === undefined) callback({ code: grpc.status.NOT_FOUND, details: 'unknown service' })
    else callback(null, { status })
  }
  const watch = (): void => {
    throw new Error('no test calls this')
  }
  return { Check: check, Watch: watch }
}
