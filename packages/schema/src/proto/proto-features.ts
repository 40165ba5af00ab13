/** What a file, a message or a field says about how fields are written; the innermost word counts. */
export type ProtoFeatures = { isImplicit: boolean; isPacked: boolean; isDelimited: boolean }

export type ProtoSyntax = 'proto2' | 'proto3' | 'editions'

export const featuresOf: Readonly<Record<ProtoSyntax, ProtoFeatures>> = {
  proto2: { isImplicit: false, isPacked: false, isDelimited: false },
  proto3: { isImplicit: true, isPacked: true, isDelimited: false },
  editions: { isImplicit: false, isPacked: true, isDelimited: false },
}

/** As they are after one option, by its name and value in a .proto file. */
export function withFeature(features: ProtoFeatures, name: string, value: string): ProtoFeatures {
  switch (name) {
    case 'features.field_presence':
      return { ...features, isImplicit: value === 'IMPLICIT' }
    case 'features.repeated_field_encoding':
      return { ...features, isPacked: value === 'PACKED' }
    case 'features.message_encoding':
      return { ...features, isDelimited: value === 'DELIMITED' }
    case 'packed':
      return { ...features, isPacked: value === 'true' }
    default:
      return features
  }
}
