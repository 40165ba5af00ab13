/** Why a slug stays as it is: results name the place of a run by it, whatever checks refer to. */
export const fixedSlugMessage =
  'cannot be changed, because results are stored under it: create another private location'
