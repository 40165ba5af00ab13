import { isRecord } from '@sonde/ground/is-record.ts'
import { secretMask } from '@sonde/schema/alerts/channels/secret-mask.ts'
import { mostOfOneText, previewOf, secretsInPassword, secretsInValue } from './find-secrets.ts'

/** A credential that stands in clear, and where. */
export type FoundSecret = { fieldPath: string; fieldKey: string | null; valuePreview: string | null }

/** Lets others have their turn when it has been long enough; null when it has not. */
export type TakeBreath = () => Promise<void> | null

/** Looks at every text of a document. What is locked or secret is not read. */
export async function scanDocument(document: unknown, takeBreath: TakeBreath): Promise<FoundSecret[]> {
  const findings: FoundSecret[] = []
  for (const { fieldPath, fieldKey, name, text, isPassword } of textsIn(document, '', '')) {
    if (!isPassword && cannotHoldOne(text)) continue
    const secrets = new Set<string>()
    for (const piece of piecesOf(text)) {
      for (const secret of isPassword ? secretsInPassword(piece) : secretsInValue(name, piece)) {
        secrets.add(secret)
      }
      const breath = takeBreath()
      if (breath !== null) await breath
      if (secrets.size >= mostOfOneText) break
    }
    for (const secret of [...secrets].slice(0, mostOfOneText)) {
      findings.push({ fieldPath, fieldKey, valuePreview: previewOf(secret) })
    }
  }
  return findings
}

/** Most texts are single words: no rule finds anything in so few characters, except before the host of an address. */
function cannotHoldOne(text: string): boolean {
  return text.length < 12 && !text.includes('://')
}

type Text = {
  fieldPath: string
  /** Of a header, a parameter or a variable. */
  fieldKey: string | null
  /** What the value is called, whichever way. */
  name: string
  text: string
  /** The place says that it is one, whatever it looks like. */
  isPassword: boolean
}

/** Made by the service, shown on purpose, and of use for one thing only. */
const ownFields: ReadonlySet<string> = new Set(['pingToken', 'pingUrl'])

function* textsIn(value: unknown, path: string, name: string): Generator<Text> {
  if (typeof value === 'string') {
    if (!isMasked(value)) yield { fieldPath: path, fieldKey: null, name, text: value, isPassword: false }
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* textsIn(item, `${path}[${index}]`, name)
  } else if (isRecord(value)) {
    yield* isPair(value) ? textsOfPair(value, joinPath(path, 'value')) : textsInFields(value, path, name)
  }
}

function* textsInFields(
  fields: Readonly<Record<string, unknown>>,
  path: string,
  name: string,
): Generator<Text> {
  for (const [field, item] of Object.entries(fields)) {
    if (ownFields.has(field)) continue
    const fieldPath = joinPath(path, field)
    if (name === 'basicAuth' && field === 'password' && typeof item === 'string') {
      if (!isMasked(item)) yield { fieldPath, fieldKey: null, name: field, text: item, isPassword: true }
    } else yield* textsIn(item, fieldPath, field)
  }
}

type Pair = { key: string; value: unknown } & Readonly<Record<string, unknown>>

/** A header, a parameter or a variable. */
function isPair(value: Readonly<Record<string, unknown>>): value is Pair {
  return typeof value['key'] === 'string' && 'value' in value
}

function* textsOfPair(pair: Pair, fieldPath: string): Generator<Text> {
  const { key, value, locked, secret } = pair
  if (locked === true || secret === true || typeof value !== 'string' || isMasked(value)) return
  yield { fieldPath, fieldKey: key, name: key, text: value, isPassword: false }
}

/** Nobody can read it: what is left of it is no secret. */
function isMasked(text: string): boolean {
  return text.length < 1_000 && text.includes(secretMask)
}

const longestPiece = 100_000
/** What stands across a border stands whole in the next piece. */
const overlap = 10_000

/** Long texts piece by piece: others wait while one is searched. */
function* piecesOf(text: string): Generator<string> {
  for (let from = 0; from === 0 || from + overlap < text.length; from += longestPiece - overlap) {
    yield text.slice(from, from + longestPiece)
  }
}

function joinPath(path: string, field: string): string {
  return path === '' ? field : `${path}.${field}`
}
