import type { TSchema } from 'typebox'

/** Which parts of a configuration are secrets. */
export type SecretFields = {
  /** Texts of which nothing but the end is shown. */
  texts: readonly string[]
  /** Addresses, whose scheme and host are shown. */
  addresses: readonly string[]
  /** Lists of keys and values; of some, only the locked values are secrets. */
  pairs: readonly { field: string; isOnlyLocked: boolean }[]
}

export const noSecrets: SecretFields = { texts: [], addresses: [], pairs: [] }

/** How a form asks for a field of the configuration; what is left out follows from its name and its schema. */
export type ConfigFieldWords = {
  label?: string
  help?: string
  /** An example of what to type. */
  placeholder?: string
  /** Words for the values of a choice. */
  options?: Readonly<Record<string, string>>
  /** What "not set" means, as an option of a choice. */
  unsetWord?: string
  /** An address of the web: one without a scheme is completed. */
  isWebAddress?: true
  /** Set by something else than a field. */
  isHidden?: true
  /** What one row of a list is called. */
  rowLabel?: string
  /** Takes the whole width of its section. */
  isWide?: boolean
  /** A control of its own: that for the body of a webhook. */
  widget?: 'body-template'
}

/** The lists of channels that answers about a check hold. */
export type ChannelListName = 'email' | 'webhook' | 'slack' | 'sms'

/** All that is known about channels of one type without sending anything: the contract and the words. */
export type ChannelKind = {
  /** For people. */
  name: string
  /** What somebody who chooses a type wants to know. */
  sentence: string
  config: TSchema
  /** The fields of the configuration as the API document lists them. */
  configText: string
  secrets: SecretFields
  /** Fields in which variables are filled in: texts, lists of texts, lists of keys and values. */
  templates: readonly string[]
  /** Fields by which a channel is called: the first that is filled in is its title, the others say where it sends. */
  titleFields: readonly string[]
  /** The fields of the form in their order, and by paths like `headers.*.locked` those within them. */
  form: Readonly<Record<string, ConfigFieldWords>>
  /** Whether the form offers the presets for known receivers. */
  hasPresets?: true
  /** Where answers about a check list such a channel, and as what; left out: nowhere. */
  listedAs?: {
    name: ChannelListName
    entries(shownConfig: Readonly<Record<string, unknown>>): Record<string, unknown>[]
  }
}
