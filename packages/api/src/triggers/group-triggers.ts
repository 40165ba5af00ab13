import { CheckGroupTrigger, CheckGroupTriggerParams } from '@sonde/schema/check-trigger.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '../http/refusal.ts'

/** There are no groups yet, so that every id names an unknown one. */
export function groupTriggers(app: App): void {
  const path = '/v1/triggers/check-groups/:groupId'
  const shared = { tags: ['Triggers'], deprecated: true, params: CheckGroupTriggerParams }
  const noSuchGroup = async (): Promise<never> => {
    throw notFound('check group')
  }
  app.post(
    path,
    {
      schema: {
        ...shared,
        summary: 'Make an address that runs the checks of a group',
        response: answers({ 201: CheckGroupTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    noSuchGroup,
  )
  app.get(
    path,
    {
      schema: {
        ...shared,
        summary: 'Show the address that runs the checks of a group',
        response: answers({ 200: CheckGroupTrigger }),
      },
      config: { access: { kind: 'account', role: 'READ_RUN' } },
    },
    noSuchGroup,
  )
  app.delete(
    path,
    {
      schema: {
        ...shared,
        summary: 'Revoke the address that runs the checks of a group',
        response: answers({ 204: noContent }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    noSuchGroup,
  )
}
