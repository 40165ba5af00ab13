/** The operator of this server has not set what a channel of that type needs. Another server may have it. */
export class MissingSetting extends Error {
  override readonly name = 'MissingSetting'
}
