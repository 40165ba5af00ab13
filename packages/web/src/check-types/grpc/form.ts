import schema from 'sonde-schema:GRPC'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import { schemaAt } from '../../schema-form/form-layout.ts'
import { valueAt, withValueAt, type FormValue } from '../../schema-form/value-at.ts'
import type { CheckForm } from '../check-form.ts'

const config = 'request.grpcConfig'
const isHealth = (value: FormValue) => valueAt(value, `${config}.mode`) === 'HEALTH'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: [
      'request.url',
      'request.port',
      'request.ipFamily',
      'request.timeout',
      `${config}.tls`,
      'request.skipSSL',
    ],
    more: [
      {
        title: 'Call',
        fields: [
          `${config}.mode`,
          `${config}.service`,
          `${config}.method`,
          `${config}.serviceDefinition`,
          `${config}.protoContent`,
          `${config}.message`,
          `${config}.metadata`,
        ],
      },
    ],
    fields: {
      'request.url': { label: 'Host' },
      'request.ipFamily': ipFamilyWords,
      'request.timeout': { label: 'Timeout (seconds)' },
      'request.skipSSL': { label: 'Take any certificate' },
      [`${config}.tls`]: { label: 'Use TLS' },
      [`${config}.mode`]: {
        label: 'What to call',
        options: { BEHAVIOR: 'A method', HEALTH: 'The health service' },
      },
      [`${config}.service`]: { label: 'Service', isHidden: (value) => !isHealth(value) },
      [`${config}.method`]: { isHidden: isHealth },
      [`${config}.serviceDefinition`]: {
        label: 'Types of the method from',
        options: { REFLECTION: 'Reflection of the server', PROTO_FILE: 'A .proto file' },
        isHidden: isHealth,
      },
      [`${config}.protoContent`]: { label: '.proto file', isHidden: isHealth },
      [`${config}.message`]: { label: 'Request message', isHidden: isHealth },
      [`${config}.metadata`]: { label: 'Metadata', rowLabel: 'Entry' },
      [`${config}.bfbsContent`]: { label: 'FlatBuffers schema' },
    },
    settle: forgetOtherMode,
  }),
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
