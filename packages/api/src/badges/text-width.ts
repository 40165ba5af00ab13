import { graphemesOf } from './visible-name.ts'

/**
 * How wide a text is at 11 pixels, from the widths of Verdana in thousandths of its size: where a badge is shown, any
 * font may be there, and none may be loaded. Of letters whose width is not known, it is rather too much.
 */
export function textWidth(text: string): number {
  const thousandths = graphemesOf(text).reduce((sum, grapheme) => sum + graphemeWidth(grapheme), 0)
  return (thousandths * fontSize) / 1000
}

/** Whether its width is known and not a guess. */
export function hasKnownWidth(text: string): boolean {
  return Array.from(text).every((character) => byCharacter.has(character))
}

const fontSize = 11

const widths: Readonly<Record<number, string>> = {
  269: "'‘’",
  274: 'il',
  344: 'j',
  352: ' f',
  364: ',.',
  394: '!t',
  421: 'I',
  427: 'r',
  454: '()-/:;[\\]|',
  455: 'J',
  459: '"“”',
  521: 'cs',
  525: 'z',
  545: '?•',
  557: 'L',
  575: 'F',
  592: 'kvxy',
  596: 'e',
  601: 'a',
  603: 'P',
  607: 'o',
  615: 'Y',
  616: 'T',
  623: 'bdgpq',
  632: 'E',
  633: 'hnu',
  635: '{}',
  636: '$*0123456789_`–€',
  684: 'ASV',
  685: 'XZ',
  686: 'B',
  693: 'K',
  695: 'R',
  698: 'C',
  727: '&',
  732: 'U',
  748: 'N',
  751: 'H',
  771: 'D',
  775: 'G',
  787: 'OQ',
  818: '#+<=>^w~…',
  843: 'M',
  973: 'm',
  989: 'W',
  1000: '@—',
  1076: '%',
}

const byCharacter = new Map(
  Object.entries(widths).flatMap(([width, characters]) =>
    Array.from(characters, (character) => [character, Number(width)] as const),
  ),
)

/** Letters without ideographs: those of Hebrew and Arabic are narrower than most. */
const narrowAlphabets = 650
const otherAlphabets = 700
const otherCapitals = 800
const ideographs = 1_000
const pictures = 1_300
const firstIdeograph = 0x1100
const firstPicture = 0x10000

const picture = /\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20E3/u
const narrow = /[\p{Script=Hebrew}\p{Script=Arabic}]/u
const drawnOverOthers = /[\p{Mn}\p{Me}\p{Cf}\p{Default_Ignorable_Code_Point}]/u
const hangulPart = /[\u1160-\u11FF]/

/** A picture is one, of however many characters it is made. */
function graphemeWidth(grapheme: string): number {
  if (picture.test(grapheme)) return pictures
  // Taken apart, an accented letter is as wide as the plain one.
  return Array.from(grapheme.normalize('NFD')).reduce((sum, character) => sum + widthOf(character), 0)
}

function widthOf(character: string): number {
  const width = byCharacter.get(character)
  if (width !== undefined) return width
  if (drawnOverOthers.test(character) || hangulPart.test(character)) return 0
  if (narrow.test(character)) return narrowAlphabets
  const code = character.codePointAt(0) ?? 0
  if (code >= firstPicture) return pictures
  if (code >= firstIdeograph) return ideographs
  return character === character.toLowerCase() ? otherAlphabets : otherCapitals
}
