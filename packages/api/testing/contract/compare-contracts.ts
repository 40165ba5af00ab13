import { isRecord } from '@sonde/ground/is-record.ts'
import { createResolver, type Schema } from './contract-schema.ts'
import { acceptedDifferences, answeredDifferences, type Difference } from './compare-schemas.ts'

type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Operation = { title: string; described: Schema; path: string }

/**
 * Compares two OpenAPI documents by what goes over the wire, whatever their schemas are called: ours must take
 * everything that a client of the reference sends, and answer everything that it reads. More than that is allowed.
 */
export function compareContracts(reference: unknown, ours: unknown): Difference[] {
  const resolvers = { reference: createResolver(reference), ours: createResolver(ours) }
  const own = new Map(operationsOf(ours).map((operation) => [nameless(operation), operation]))
  return operationsOf(reference).flatMap((theirs): Difference[] => {
    const mine = own.get(nameless(theirs))
    if (mine === undefined) return [{ at: theirs.title, what: 'is missing' }]
    const differences = [
      ...comparedParameters(theirs, mine, resolvers),
      ...comparedBodies(theirs, mine, resolvers),
      ...comparedResponses(theirs, mine, resolvers),
    ]
    return differences.map(({ at, what }) => ({ at: `${theirs.title} ${at}`, what }))
  })
}

type Resolvers = {
  reference: ReturnType<typeof createResolver>
  ours: ReturnType<typeof createResolver>
}

function operationsOf(document: unknown): Operation[] {
  const paths = isRecord(document) && isRecord(document['paths']) ? document['paths'] : {}
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(isRecord(item) ? item : {}).flatMap(([method, described]) =>
      isRecord(described) ? [{ title: `${method.toUpperCase()} ${path}`, described, path }] : [],
    ),
  )
}

/** Parameters of a path are told apart by their place: their names stay in the documents. */
function nameless({ title }: Operation): string {
  return title.replaceAll(/\{\w+\}/g, '{}')
}

function comparedParameters(theirs: Operation, mine: Operation, resolvers: Resolvers): Difference[] {
  const [expected, present] = [parametersOf(theirs), parametersOf(mine)]
  const found = new Map(present.map((parameter) => [keyOf(parameter), parameter]))
  const differences = expected.flatMap((parameter): Difference[] => {
    const at = `parameter ${parameter.name}`
    const own = found.get(keyOf(parameter))
    if (own === undefined) return [{ at, what: `is missing in the ${parameter.in}` }]
    // Everything in an address is text: a pattern of ours may say what a type of theirs says.
    const isText = resolvers.ours(own.schema)['type'] === 'string' && own.schema['enum'] === undefined
    return [
      ...(own.required && !parameter.required ? [{ at, what: 'is required' }] : []),
      ...(isText ? [] : acceptedDifferences(parameter.schema, own.schema, resolvers)).map((difference) => ({
        at: `${at}${difference.at}`,
        what: difference.what,
      })),
    ]
  })
  const known = new Set(expected.map(keyOf))
  const demanded = present.filter((parameter) => parameter.required && !known.has(keyOf(parameter)))
  return [...differences, ...demanded.map(({ name }) => ({ at: `parameter ${name}`, what: 'is required' }))]
}

function parametersOf({ described, path }: Operation): (Parameter & { place: string })[] {
  const list = Array.isArray(described['parameters']) ? described['parameters'] : []
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  return list.filter(isRecord).map((parameter) => {
    const name = String(parameter['name'])
    return {
      name,
      in: String(parameter['in']),
      required: parameter['required'] === true,
      schema: isRecord(parameter['schema']) ? parameter['schema'] : {},
      place: parameter['in'] === 'path' ? String(inPath.indexOf(name)) : name.toLowerCase(),
    }
  })
}

function keyOf({ in: where, place }: Parameter & { place: string }): string {
  return `${where} ${place}`
}

function comparedBodies(theirs: Operation, mine: Operation, resolvers: Resolvers): Difference[] {
  const expected = contentOf(theirs.described['requestBody'])
  const own = contentOf(mine.described['requestBody'])
  if (expected === null) return []
  if (own === null) return [{ at: 'body', what: 'is missing' }]
  return acceptedDifferences(expected, own, resolvers).map(({ at, what }) => ({ at: `body${at}`, what }))
}

function comparedResponses(theirs: Operation, mine: Operation, resolvers: Resolvers): Difference[] {
  const expected = isRecord(theirs.described['responses']) ? theirs.described['responses'] : {}
  const present = isRecord(mine.described['responses']) ? mine.described['responses'] : {}
  return Object.entries(expected).flatMap(([status, response]): Difference[] => {
    const at = `response ${status}`
    const own = present[status]
    if (own === undefined) return [{ at, what: 'is missing' }]
    const [content, ownContent] = [contentOf(response), contentOf(own)]
    if (content === null) return []
    if (ownContent === null) return [{ at, what: 'has no JSON body' }]
    return answeredDifferences(content, ownContent, resolvers).map((difference) => ({
      at: `${at}${difference.at}`,
      what: difference.what,
    }))
  })
}

function contentOf(holder: unknown): Schema | null {
  const content = isRecord(holder) && isRecord(holder['content']) ? holder['content'] : {}
  const media = content['application/json']
  return isRecord(media) && isRecord(media['schema']) ? media['schema'] : null
}
