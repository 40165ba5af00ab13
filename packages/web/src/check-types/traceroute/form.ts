import schema from 'sonde-schema:TRACEROUTE'
import { ipFamilyWords, runLayout } from '../../check-form/common-layout.ts'
import type { CheckForm } from '../check-form.ts'

export const form: CheckForm = {
  schema,
  layout: runLayout({
    target: [
      'request.url',
      'request.protocol',
      'request.port',
      'request.ipFamily',
      'request.maxHops',
      'request.maxUnknownHops',
      'request.timeout',
      'request.ptrLookup',
    ],
    fields: {
      'request.url': { label: 'Host' },
      'request.ipFamily': ipFamilyWords,
      'request.maxHops': { label: 'Most hops' },
      'request.maxUnknownHops': { label: 'Most silent hops in a row' },
      'request.timeout': { label: 'Timeout (seconds)' },
      'request.ptrLookup': { label: 'Look up the names of the hops' },
    },
  }),
}
