import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { isRecord } from '@sonde/ground/is-record.ts'
import { withoutUndefined } from '../../check-types/construct.ts'
import { checkTypes } from '../../check-types/registry.ts'
import type { FormSchema } from '../../schema-form/form-schema.ts'
import { withoutOwnToken } from './as-curl.ts'
import { Code, namesIn, printLiteral } from './print-literal.ts'
import { chosenFields, type Fields } from './stored-fields.ts'

/** The check as a construct of monitoring as code. */
export function asCode(
  check: Readonly<Fields> & { name: string },
  { schema, checkType }: { schema: FormSchema; checkType: CheckType },
): string {
  const {
    construct: { name: construct },
  } = checkTypes[checkType]
  const props = propsOf(withoutOwnToken(check), { schema, checkType })
  const names = [...new Set([construct, ...namesIn(props)])].toSorted()
  return [
    `import { ${names.join(', ')} } from 'checkly/constructs'`,
    '',
    `new ${construct}(${printLiteral(logicalIdOf(check.name))}, ${printLiteral(props)})`,
    '',
  ].join('\n')
}

function propsOf(check: Fields, { schema, checkType }: { schema: FormSchema; checkType: CheckType }): Fields {
  const {
    alertSettings: _settings,
    useGlobalAlertSettings: _isGlobal,
    alertChannelSubscriptions: _subscriptions,
    groupId: _group,
    groupOrder: _order,
    doubleCheck: _twice,
    retryStrategy: _retries,
    frequency: _frequency,
    frequencyOffset: _offset,
    triggerIncident: _incident,
    heartbeat: _heartbeat,
    request,
    ...plain
  } = chosenFields(check, schema)
  const { construct, view } = checkTypes[checkType]
  return withoutUndefined({
    ...plain,
    ...construct.ownProps?.(check),
    frequency: frequencyOf(check),
    group: typeof check['groupId'] === 'number' ? reference('CheckGroupV2', check['groupId']) : undefined,
    alertChannels: channelsOf(check['alertChannelSubscriptions']),
    alertEscalationPolicy: check['useGlobalAlertSettings'] === false ? check['alertSettings'] : undefined,
    retryStrategy: view.kind === 'runs' ? retriesOf(check) : undefined,
    triggerIncident: incidentOf(check['triggerIncident']),
    request: isRecord(request) && construct.requestOf !== undefined ? construct.requestOf(request) : request,
  })
}

/** Of a name that people gave: letters, digits and dashes. */
export function logicalIdOf(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return id === '' ? 'check' : id
}

/** With frequency 0, the offset says how many seconds. */
function frequencyOf({ frequency, frequencyOffset }: Fields): unknown {
  if (frequency === 0) return new Code(`Frequency.EVERY_${String(frequencyOffset)}S`, ['Frequency'])
  return frequency ?? undefined
}

function reference(construct: string, id: unknown): Code {
  return new Code(`${construct}.fromId(${printLiteral(id)})`, [construct])
}

function channelsOf(subscriptions: unknown): Code[] | undefined {
  if (!Array.isArray(subscriptions)) return undefined
  const active = subscriptions.filter((one) => isRecord(one) && one['activated'] !== false)
  return active.length === 0
    ? undefined
    : active.map(({ alertChannelId }) => reference('AlertChannel', alertChannelId))
}

const strategies: Readonly<Record<string, string>> = {
  FIXED: 'fixedStrategy',
  LINEAR: 'linearStrategy',
  EXPONENTIAL: 'exponentialStrategy',
  SINGLE_RETRY: 'singleRetry',
}

/** Code knows no double check: it is one retry at once, elsewhere. */
function retriesOf({ retryStrategy, doubleCheck }: Fields): Code {
  const build = (call: string) => new Code(`RetryStrategyBuilder.${call}`, ['RetryStrategyBuilder'])
  if (isRecord(retryStrategy)) {
    const { type, onlyOn, ...options } = retryStrategy
    // A list with one word in our API, and the bare word in code.
    const only = Array.isArray(onlyOn) ? onlyOn[0] : onlyOn
    const settings = withoutUndefined({ ...options, onlyOn: only ?? undefined })
    return build(`${strategies[String(type)] ?? 'noRetries'}(${printLiteral(settings, '  ')})`)
  }
  return doubleCheck === true
    ? build('singleRetry({ baseBackoffSeconds: 0, sameRegion: false })')
    : build('noRetries()')
}

function incidentOf(incident: unknown): Fields | undefined {
  if (!isRecord(incident)) return undefined
  const { serviceId, ...rest } = incident
  return withoutUndefined({ service: reference('StatusPageService', serviceId), ...rest })
}
