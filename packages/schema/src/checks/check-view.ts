import { Type, type Static } from 'typebox'
import { component } from '../validation/building-blocks.ts'

/** A list of checks under a name, for everybody of an account. */

export const mostCheckViews = 50

const name = Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' })

const query = Type.String({
  maxLength: 2000,
  description:
    'Filters, order and grouping as the address of the list has them, beginning with `?`; empty for all checks.',
  pattern: '^(?:\\?.*)?$',
})

export const CheckView = component('CheckView', Type.Object({ name, query }))
export type CheckView = Static<typeof CheckView>

export const CheckViewList = component('CheckViewList', Type.Array(CheckView))

export const CheckViewParams = Type.Object({ name })

export const CheckViewUpdate = component('CheckViewUpdate', Type.Object({ query }))
export type CheckViewUpdate = Static<typeof CheckViewUpdate>
