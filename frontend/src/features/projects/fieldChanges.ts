/** The fields of a form as text. */
export type FormFields = Record<string, string>;

/** Returns the names of the fields that differ. */
export const changedFields = <Fields extends FormFields>(base: Fields, values: Fields): (keyof Fields & string)[] =>
  Object.keys(base).filter((name) => base[name] !== values[name]);

/** Returns the names of the fields that both sides changed since `base`, to different texts. */
export const conflictingFields = <Fields extends FormFields>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): (keyof Fields & string)[] =>
  changedFields(base, mine).filter((name) => base[name] !== theirs[name] && mine[name] !== theirs[name]);

const override = <Fields extends FormFields>(
  under: Fields,
  over: Fields,
  names: (keyof Fields & string)[],
): Fields => ({
  ...under,
  ...Object.fromEntries(names.map((name) => [name, over[name]])),
});

/** Returns their values, overridden by the fields that this person changed. */
export const keepMine = <Fields extends FormFields>(base: Fields, mine: Fields, theirs: Fields): Fields =>
  override(theirs, mine, changedFields(base, mine));

/** Returns the other person's values, except for fields that only this person changed. */
export const takeTheirs = <Fields extends FormFields>(base: Fields, mine: Fields, theirs: Fields): Fields =>
  override(
    theirs,
    mine,
    changedFields(base, mine).filter((name) => base[name] === theirs[name]),
  );
