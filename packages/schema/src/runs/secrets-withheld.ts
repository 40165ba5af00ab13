import { Type } from 'typebox'
import { Nullable } from '../validation/building-blocks.ts'

/** Of runs that a trigger has led to another host than their own. */
export const SecretsWithheldFrom = Nullable(Type.String(), {
  description:
    'Host that got the request without secrets, locked variables and logins, because neither the check nor ' +
    '`allowedHosts` of the trigger names it. Null if nothing was left out, in lists of results, and when the request did not wait for the run.',
})
