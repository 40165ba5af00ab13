import { Type, type Static } from 'typebox'
import { OneOf, Uuid, component } from '../validation/building-blocks.ts'

export const badgeStyles = ['flat', 'plastic', 'flat-square', 'for-the-badge', 'social'] as const
export type BadgeStyle = (typeof badgeStyles)[number]

export const badgeThemes = ['light', 'dark', 'default'] as const
export type BadgeTheme = (typeof badgeThemes)[number]

export const BadgeQuery = Type.Object({
  style: OneOf(badgeStyles, { default: 'flat' }),
  theme: OneOf(badgeThemes, { default: 'default' }),
  responseTime: Type.Boolean({
    default: false,
    description:
      'Adds the response time of the last result in milliseconds; for a group, the mean of its checks.',
  }),
})
export type BadgeQuery = Static<typeof BadgeQuery>

export const BadgeSvg = component('BadgeSvg', Type.String({ description: 'An image without script.' }))

export const CheckBadgeParams = Type.Object({ checkId: Uuid() })
export const GroupBadgeParams = Type.Object({
  groupId: Type.String({ pattern: '^[1-9]\\d{0,14}$', description: 'a positive whole number' }),
})
