import { linkProtos, type ProtoTypes } from '@sonde/schema/proto/link-protos.ts'
import { ProtoMistake, type ProtoFile } from '@sonde/schema/proto/proto-file.ts'
import { wellKnownProtos } from '@sonde/schema/proto/well-known-protos.ts'
import { mostDiscoveredMethods, type GrpcMetadata } from '@sonde/schema/check-types/grpc/result.ts'
import type { CallEnd, GrpcConnection } from './grpc-connection.ts'
import { bytesOf, collect, numberOf, readFileDescriptor, textOf } from './read-descriptor.ts'
import { MalformedMessage, OversizedMessage, type ValueBudget } from './wire-reader.ts'
import { textField } from './wire-writer.ts'

export type Discovery =
  | { kind: 'found'; types: ProtoTypes; methods: string[] }
  /** The server knows no such service. */
  | { kind: 'no-service'; methods: string[] }
  /** Reflection is off, forbidden, or makes no sense. */
  | { kind: 'unavailable'; why: string }
  | { kind: 'broken'; end: Extract<CallEnd, { kind: 'broken' }> }

const versions = ['v1', 'v1alpha'] as const

/** Files that a server may send in all, services whose methods are listed, and values in all of them. */
const mostFiles = 500
const mostServices = 50
const mostValues = 300_000

const unimplemented = 12

/** Asks a server for the types of a service, and for the names of the methods that it has. */
export async function discover(
  connection: GrpcConnection,
  service: string,
  metadata: GrpcMetadata,
): Promise<Discovery> {
  let last: Discovery = { kind: 'unavailable', why: '' }
  for (const version of versions) {
    const { discovery, isMissing } = await askVersion(connection, version, service, metadata)
    if (!isMissing) return discovery
    last = discovery
  }
  return last
}

type Asked = { discovery: Discovery; isMissing: boolean }

async function askVersion(
  connection: GrpcConnection,
  version: (typeof versions)[number],
  service: string,
  metadata: GrpcMetadata,
): Promise<Asked> {
  const dialogue = openDialogue(connection, version, metadata)
  try {
    const discovery = await discoverBy(dialogue, service)
    return { discovery, isMissing: false }
  } catch (error) {
    if (error instanceof DialogueEnded) {
      const { end } = error
      const isMissing = end.kind === 'status' && end.code === unimplemented
      return { discovery: describeEnd(end), isMissing }
    }
    if (
      error instanceof MalformedMessage ||
      error instanceof OversizedMessage ||
      error instanceof ProtoMistake
    ) {
      return { discovery: { kind: 'unavailable', why: ` (${error.message})` }, isMissing: false }
    }
    throw error
  } finally {
    dialogue.close()
  }
}

function describeEnd(end: CallEnd): Discovery {
  if (end.kind === 'broken') return { kind: 'broken', end }
  if (end.code === unimplemented) return { kind: 'unavailable', why: '' }
  const text = end.message === '' ? '' : `: ${end.message.slice(0, 500)}`
  return { kind: 'unavailable', why: ` (status ${end.code}${text})` }
}

async function discoverBy(dialogue: Dialogue, service: string): Promise<Discovery> {
  const budget: ValueBudget = { left: mostValues }
  const files = new Map<string, ProtoFile>()
  const [listed, found] = await Promise.all([
    dialogue.ask(listServices()),
    dialogue.ask(fileContaining(service)),
  ])
  const services = serviceNames(listed, budget).filter((name) => !name.startsWith('grpc.reflection.'))
  takeFiles(found, files, budget)
  const isFound = files.size > 0
  await fetchDependencies(dialogue, files, budget)
  const needed = [...files.values()]
  await fetchOthers(dialogue, services, files, budget)
  const methods = [...files.values()].flatMap(methodNames)
  return isFound
    ? { kind: 'found', types: linkProtos(needed), methods: shownNames(methods) }
    : { kind: 'no-service', methods: shownNames(methods) }
}

/** Some servers send a file with all that it imports, others the file alone. */
async function fetchDependencies(
  dialogue: Dialogue,
  files: Map<string, ProtoFile>,
  budget: ValueBudget,
): Promise<void> {
  const requestedNames = new Set(wellKnownProtos().map(({ name }) => name))
  for (;;) {
    const missing = [...files.values()]
      .flatMap(({ dependencies }) => dependencies)
      .filter((name) => !files.has(name) && !requestedNames.has(name))
    const wanted = [...new Set(missing)].slice(0, mostFiles - files.size)
    if (wanted.length === 0) return
    for (const name of wanted) requestedNames.add(name)
    if (requestedNames.size > 2 * mostFiles) return
    const answers = await Promise.all(wanted.map((name) => dialogue.ask(fileNamed(name))))
    for (const answer of answers) takeFiles(answer, files, budget)
  }
}

/** Only for their names: what these files import does not matter. */
async function fetchOthers(
  dialogue: Dialogue,
  services: readonly string[],
  files: Map<string, ProtoFile>,
  budget: ValueBudget,
): Promise<void> {
  const known = new Set(
    [...files.values()].flatMap((file) => file.services.map(({ name }) => within(file.package, name))),
  )
  const wanted = services.filter((name) => !known.has(name)).slice(0, mostServices)
  const answers = await Promise.all(wanted.map((name) => dialogue.ask(fileContaining(name))))
  for (const answer of answers) takeFiles(answer, files, budget)
}

function methodNames(file: ProtoFile): string[] {
  return file.services
    .map((service) => ({ ...service, name: within(file.package, service.name) }))
    .filter(({ name }) => !name.startsWith('grpc.reflection.'))
    .flatMap(({ name, methods }) => methods.map((method) => `${name}/${method.name}`))
    .filter((name) => /^[\w.]{1,500}\/\w{1,500}$/.test(name))
}

/** Characters, of all names together. */
const longestNames = 8_000

function shownNames(names: readonly string[]): string[] {
  let left = longestNames
  return names.slice(0, mostDiscoveredMethods).filter((name) => {
    left -= name.length
    return left >= 0
  })
}

function within(scope: string, name: string): string {
  return scope === '' ? name : `${scope}.${name}`
}

// The numbers of `ServerReflectionRequest` and `ServerReflectionResponse`, the same in both versions.

function fileNamed(name: string): Buffer {
  return textField(3, name)
}

function fileContaining(symbol: string): Buffer {
  return textField(4, symbol)
}

function listServices(): Buffer {
  return textField(7, '')
}

/** An error in place of files leaves what is there: an import may be for options alone. */
function takeFiles(answer: Buffer, files: Map<string, ProtoFile>, budget: ValueBudget): void {
  const fields = collect(answer, budget)
  refuseForbidden(fields, budget)
  for (const response of bytesOf(fields, 4)) {
    for (const descriptor of bytesOf(collect(response, budget), 1)) {
      const file = readFileDescriptor(descriptor, budget)
      if (!files.has(file.name)) files.set(file.name, file)
      if (files.size > mostFiles) throw new OversizedMessage(`more than ${mostFiles} files`)
    }
  }
}

function serviceNames(answer: Buffer, budget: ValueBudget): string[] {
  const fields = collect(answer, budget)
  refuseForbidden(fields, budget)
  return bytesOf(fields, 6).flatMap((response) =>
    bytesOf(collect(response, budget), 1).map((service) => textOf(collect(service, budget), 1)),
  )
}

const notFound = 5

/** "No such file" is an answer; that we may not ask, or that this cannot be asked, is none. */
function refuseForbidden(fields: ReturnType<typeof collect>, budget: ValueBudget): void {
  for (const response of bytesOf(fields, 7)) {
    const error = collect(response, budget)
    const code = numberOf(error, 1) ?? 0
    if (code === notFound || code === 3 || code === 0) continue
    throw new MalformedMessage(`status ${code}: ${textOf(error, 2).slice(0, 500)}`)
  }
}

class DialogueEnded extends Error {
  readonly end: CallEnd

  constructor(end: CallEnd) {
    super('the server ended the call')
    this.end = end
  }
}

type Dialogue = { ask(request: Buffer): Promise<Buffer>; close(): void }

/** Questions and answers on one call, answered in the order in which they were asked. */
function openDialogue(connection: GrpcConnection, version: string, metadata: GrpcMetadata): Dialogue {
  const waiting: PromiseWithResolvers<Buffer>[] = []
  let end: CallEnd | null = null
  const call = connection.open({
    method: `grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
    metadata,
    mostMessages: Infinity,
    onMessage: (message) => waiting.shift()?.resolve(message),
  })
  void watch()
  async function watch(): Promise<void> {
    end = await call.ended
    for (const { reject } of waiting.splice(0)) reject(new DialogueEnded(end))
  }

  return {
    ask(request) {
      const answer = Promise.withResolvers<Buffer>()
      if (end !== null) answer.reject(new DialogueEnded(end))
      else {
        waiting.push(answer)
        call.send(request)
      }
      return answer.promise
    },
    close() {
      call.finish()
      call.cancel()
    },
  }
}
