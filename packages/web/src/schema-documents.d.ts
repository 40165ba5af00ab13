/** Schemas of the API as plain JSON Schema; `build/documents.ts` says which there are. */
declare module 'sonde-schema:*' {
  import type { FormSchema } from '@sonde/web/schema-form/form-schema.ts'
  const schema: FormSchema
  export default schema
}

/** The types of alert channel: their words. */
declare module 'sonde-schema:channel-kinds' {
  import type { ChannelKind } from '@sonde/schema/alerts/channels/channel-kind.ts'
  import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
  const kinds: readonly Readonly<
    { type: ChannelType } & Pick<ChannelKind, 'name' | 'sentence' | 'titleFields'>
  >[]
  export default kinds
}

/** The forms of the types of alert channel. */
declare module 'sonde-schema:channel-forms' {
  import type { ChannelKind } from '@sonde/schema/alerts/channels/channel-kind.ts'
  import type { ChannelType } from '@sonde/schema/alerts/channels/channel-kinds.ts'
  import type { FormSchema } from '@sonde/web/schema-form/form-schema.ts'
  export type ChannelForm = { schema: FormSchema; fields: ChannelKind['form']; hasPresets: boolean }
  const forms: Readonly<Record<ChannelType, ChannelForm>>
  export default forms
}

/** The types of check that can be made. */
declare module 'sonde-schema:check-kinds' {
  import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
  import type { AnalyticsSegment, CheckSegment } from '@sonde/web/check-types/kind-facts.ts'
  const kinds: readonly {
    readonly checkType: CheckType
    /** Its place in the path: `/v1/checks/<segment>`. */
    readonly segment: CheckSegment
    /** `TCP monitor` */
    readonly title: string
    readonly article: 'a' | 'an'
    readonly subMinuteSeconds: readonly number[]
    /** `/v1/analytics/<segment>/{id}` */
    readonly analyticsSegment: AnalyticsSegment
    /** False for a type that never reaches an agent. */
    readonly isRun: boolean
  }[]
  export default kinds
}
