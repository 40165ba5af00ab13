import schema from 'sonde-schema:GRPC'
import { ipFamilyWords, skipSslWords } from '../../check-form/common-fields.ts'
import { runLayout } from '../../check-form/common-layout.ts'
import { schemaAt } from '../../schema-form/form-layout.ts'
import { hostAt } from '../../schema-form/complete-address.ts'
import { valueAt, withValueAt, type FormValue } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'
import { nameOfTarget } from '../proposed-name.ts'

const config = 'request.grpcConfig'
const isHealth = (value: FormValue) => valueAt(value, `${config}.mode`) === 'HEALTH'
const isReflection = (value: FormValue) => valueAt(value, `${config}.serviceDefinition`) !== 'PROTO_FILE'

export const form: CheckForm = {
  schema,
  proposeName: (value) => nameOfTarget(value, 'request.url', 'request.port'),
  layout: runLayout({
    passing: 'a call without an error in time',
    what: ['request.url', 'request.port', `${config}.mode`, `${config}.method`, `${config}.service`],
    more: [
      {
        title: 'Call',
        fields: [
          `${config}.serviceDefinition`,
          `${config}.protoContent`,
          `${config}.message`,
          `${config}.metadata`,
        ],
        foldLine: ({ form: { value } }) => callInWords(value),
      },
      {
        title: 'Connection',
        fields: [`${config}.tls`, 'request.skipSSL', 'request.ipFamily', 'request.timeout'],
        foldLine: ({ form: { value } }) => connectionInWords(value),
      },
    ],
    fields: {
      'request.url': {
        label: 'Host',
        placeholder: 'grpc.example.com',
        complete: hostAt('request.url', 'connect to', 'request.port'),
      },
      'request.port': { label: 'Port', placeholder: '443' },
      'request.ipFamily': ipFamilyWords,
      'request.timeout': { label: 'Timeout (s)', placeholder: '60' },
      'request.skipSSL': skipSslWords,
      [`${config}.tls`]: { label: 'Use TLS' },
      [`${config}.mode`]: {
        label: 'Call',
        options: { BEHAVIOR: 'A method', HEALTH: 'The health service' },
      },
      [`${config}.service`]: {
        label: 'Service',
        help: 'Empty: the health of the whole server.',
        placeholder: 'shop.Orders',
        isHidden: (value) => !isHealth(value),
      },
      [`${config}.method`]: {
        label: 'Method',
        placeholder: 'shop.Orders/GetOrder',
        isHidden: isHealth,
        isRequired: true,
      },
      [`${config}.serviceDefinition`]: {
        label: 'Message types from',
        options: { REFLECTION: 'Server reflection', PROTO_FILE: 'A .proto file' },
        isHidden: isHealth,
      },
      [`${config}.protoContent`]: {
        label: '.proto file',
        help: 'The text of the file.',
        isHidden: (value) => isHealth(value) || isReflection(value),
      },
      [`${config}.message`]: {
        label: 'Request message',
        help: 'As JSON. Empty: a message without fields.',
        placeholder: '{ "id": 1 }',
        isHidden: isHealth,
      },
      [`${config}.metadata`]: { label: 'Metadata', rowLabel: 'Entry' },
      [`${config}.metadata.*.key`]: { label: 'Key', placeholder: 'authorization' },
      [`${config}.metadata.*.value`]: { label: 'Value', help: 'Base64 when the key ends with -bin.' },
      [`${config}.encoding`]: { isHidden: true },
      [`${config}.bfbsContent`]: { isHidden: true },
    },
    settle: forgetOtherMode,
  }),
}

function callInWords(value: FormValue): string {
  const metadata = valueAt(value, `${config}.metadata`)
  const count = Array.isArray(metadata) ? metadata.length : 0
  const entries = count === 0 ? 'no metadata' : `${count} metadata ${count === 1 ? 'entry' : 'entries'}`
  if (isHealth(value)) return `Health service, ${entries}`
  const source = isReflection(value) ? 'types by reflection' : 'types from a .proto file'
  const message = valueAt(value, `${config}.message`)
  const body = typeof message === 'string' && message.trim() !== '' ? 'with a message' : 'empty message'
  return `${body}, ${source}, ${entries}`.replace(/^./, (letter) => letter.toUpperCase())
}

function connectionInWords(value: FormValue): string {
  const timeout = valueAt(value, 'request.timeout')
  const isSecure = valueAt(value, `${config}.tls`) !== false
  const certificate =
    valueAt(value, 'request.skipSSL') === true ? 'accepts any certificate' : 'verifies the certificate'
  return [
    isSecure ? `TLS, ${certificate}` : 'No TLS',
    String(valueAt(value, 'request.ipFamily') ?? 'IPv4'),
    `timeout ${typeof timeout === 'number' ? timeout : 60} s`,
  ].join(', ')
}

const ofMethod = ['method', 'message', 'protoContent', 'serviceDefinition']
const ofHealth = ['service']

/** What only the other mode has would be refused: it is again as nobody has set it. */
function forgetOtherMode(value: FormValue): FormValue {
  let settled = value
  for (const name of isHealth(value) ? ofMethod : ofHealth) {
    const path = `${config}.${name}`
    settled = withValueAt(settled, path, schemaAt(schema, path)?.schema.default)
  }
  return settled
}
