import { isRecord } from '@sonde/ground/is-record.ts'
import type { ImportedRequest } from './parse-curl.ts'

/** An operation of a document, as the API check that would ask for it. */
export type ImportedOperation = { name: string; tags: string[]; request: ImportedRequest }

export type OpenApiImport =
  | { kind: 'operations'; title: string; operations: ImportedOperation[] }
  | { kind: 'mistake'; message: string }

type Fields = Readonly<Record<string, unknown>>

const methods = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'] as const
const mostOperations = 1_000
/** References may lead in a circle. */
const deepestReference = 10

/** The operations of an OpenAPI 3 or Swagger 2 document, in the order of its paths. */
export function parseOpenApi(text: string): OpenApiImport {
  const document = readJson(text)
  if (document === null) return { kind: 'mistake', message: 'The document must be JSON.' }
  const paths = document['paths']
  if (!isRecord(paths) || !('openapi' in document || 'swagger' in document)) {
    return {
      kind: 'mistake',
      message: 'This is not an OpenAPI or Swagger document: it has no version or no paths.',
    }
  }
  const base = baseOf(document)
  const operations = Object.entries(paths).flatMap(([path, item]) => {
    const resolved = resolve(document, item)
    if (resolved === null) return []
    return methods.flatMap((method): ImportedOperation[] => {
      const operation = resolved[method]
      return isRecord(operation)
        ? [operationOf(document, { base, path, method, item: resolved, operation })]
        : []
    })
  })
  if (operations.length === 0) return { kind: 'mistake', message: 'The document has no operations.' }
  const info = document['info']
  return {
    kind: 'operations',
    title: isRecord(info) ? textOf(info['title']) : '',
    operations: operations.slice(0, mostOperations),
  }
}

function readJson(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : null
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Where its paths begin: of OpenAPI the first server, of Swagger scheme, host and base path. */
function baseOf(document: Fields): string {
  const [server]: readonly unknown[] = Array.isArray(document['servers']) ? document['servers'] : []
  if (isRecord(server)) return withVariables(textOf(server['url']), server['variables']).replace(/\/+$/, '')
  const host = textOf(document['host'])
  if (host === '') return ''
  const [scheme]: readonly unknown[] = Array.isArray(document['schemes']) ? document['schemes'] : []
  return `${textOf(scheme) || 'https'}://${host}${textOf(document['basePath'])}`.replace(/\/+$/, '')
}

/** `https://{region}.example.com` with what the document has by default. */
function withVariables(url: string, variables: unknown): string {
  return url.replaceAll(/\{([^{}]+)\}/g, (reference, name: string) => {
    const variable = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : null
    return isRecord(variable) ? textOf(variable['default']) || reference : reference
  })
}

type Place = { base: string; path: string; method: string; item: Fields; operation: Fields }

function operationOf(document: Fields, { base, path, method, item, operation }: Place): ImportedOperation {
  const parameters = [...listOf(item['parameters']), ...listOf(operation['parameters'])].flatMap((one) => {
    const parameter = resolve(document, one)
    return parameter === null ? [] : [parameter]
  })
  const pairsIn = (where: string) =>
    parameters
      .filter(
        (parameter) => parameter['in'] === where && (parameter['required'] === true || where === 'header'),
      )
      .map((parameter) => ({
        key: textOf(parameter['name']),
        value: sampleOf(document, parameter),
        locked: false,
      }))
      .filter(({ key }) => key !== '')
  const { body, bodyType } = bodyOf(document, operation, parameters)
  // Variables of the account: whoever imports it sets them, or writes the value in their place.
  const address = path.replaceAll(
    /\{([^{}]+)\}/g,
    (_reference, name: string) => `{{${name.replaceAll(/\W/g, '_')}}}`,
  )
  const verb = method.toUpperCase()
  return {
    name: textOf(operation['summary']) || textOf(operation['description']).slice(0, 200) || `${verb} ${path}`,
    tags: listOf(operation['tags']).flatMap((tag) => (typeof tag === 'string' ? [tag] : [])),
    request: {
      method: verb,
      url: `${base}${address}`,
      headers: pairsIn('header'),
      queryParameters: pairsIn('query'),
      body,
      bodyType,
      basicAuth: null,
      followRedirects: true,
      skipSSL: false,
      ipFamily: 'IPv4',
    },
  }
}

function bodyOf(
  document: Fields,
  operation: Fields,
  parameters: readonly Fields[],
): Pick<ImportedRequest, 'body' | 'bodyType'> {
  const requestBody = resolve(document, operation['requestBody'])
  const content = requestBody === null ? null : requestBody['content']
  const json = isRecord(content)
    ? Object.entries(content).find(([type]) => /json/i.test(type))?.[1]
    : undefined
  const inBody = parameters.find((parameter) => parameter['in'] === 'body')
  const sample = isRecord(json)
    ? (json['example'] ?? exampleIn(json['examples']) ?? exampleOf(document, json['schema']))
    : inBody === undefined
      ? undefined
      : exampleOf(document, inBody['schema'])
  return sample === undefined || sample === null
    ? { body: '', bodyType: 'NONE' }
    : { body: JSON.stringify(sample, null, 2), bodyType: 'JSON' }
}

function exampleIn(examples: unknown): unknown {
  const [first] = isRecord(examples) ? Object.values(examples) : []
  return isRecord(first) ? first['value'] : undefined
}

function exampleOf(document: Fields, schema: unknown): unknown {
  return resolve(document, schema)?.['example']
}

function sampleOf(document: Fields, parameter: Fields): string {
  const schema = resolve(document, parameter['schema'])
  const value = parameter['example'] ?? parameter['default'] ?? schema?.['example'] ?? schema?.['default']
  return value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : String(value)
}

/** What stands there, or what its `$ref` leads to in the same document; null when that is nothing. */
function resolve(document: Fields, value: unknown): Fields | null {
  let current = value
  for (let depth = 0; depth < deepestReference; depth += 1) {
    if (!isRecord(current)) return null
    const reference = current['$ref']
    if (typeof reference !== 'string') return current
    if (!reference.startsWith('#/')) return null
    const steps = reference
      .slice(2)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    current = steps.reduce<unknown>(
      (inner, step) => (isRecord(inner) && Object.hasOwn(inner, step) ? inner[step] : undefined),
      document,
    )
  }
  return null
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}
