// `npm run api-types`: writes the types of the web client from the document of our own API.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeApiTypes, type ApiDocument } from '../packages/web/build/api-types.ts'

const root = join(import.meta.dirname, '..')
const apiTypesFile = 'packages/web/src/api/api-types.ts'

/** Null when the checked-in types are those of the document; else what to do about it. */
export function staleApiTypes(documentText: string): string | null {
  const isCurrent = readFileSync(join(root, apiTypesFile), 'utf8') === apiTypesOf(documentText)
  return isCurrent ? null : `${apiTypesFile} is not what the API document says: run \`npm run api-types\``
}

// Safe because our own server writes the document, by a library that knows the standard.
function apiTypesOf(documentText: string): string {
  return writeApiTypes(JSON.parse(documentText) as ApiDocument)
}

if (import.meta.main) {
  const document = execFileSync(
    process.execPath,
    [join(root, 'packages/api/src/openapi/write-document.ts')],
    { encoding: 'utf8', maxBuffer: Number.POSITIVE_INFINITY },
  )
  writeFileSync(join(root, apiTypesFile), apiTypesOf(document))
}
