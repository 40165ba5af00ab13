import { errorSchemas } from '@sonde/schema/validation/error.ts'
import { Type } from 'typebox'
import { answers } from '../http/operation.ts'
import { sentTypes } from './send-file.ts'

const bytes = { schema: { type: 'string', format: 'binary' } }
const contents = Object.fromEntries(
  sentTypes.map((type) => [
    type,
    type === 'application/json'
      ? { schema: { description: 'A report. Its content depends on its name.' } }
      : bytes,
  ]),
)

const TheFile = Type.Unsafe<Buffer>({ description: 'The file.', content: contents })
const PartOfFile = Type.Unsafe<Buffer>({
  description: 'The part of the file that the header Range asked for.',
  content: contents,
})

/** What `sendFile` answers. */
export const fileAnswers = answers({
  200: TheFile,
  206: PartOfFile,
  410: errorSchemas[410],
  416: errorSchemas[416],
})
