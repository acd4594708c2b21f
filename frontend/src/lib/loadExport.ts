let repeats = 0;

/**
 * Loads one export of a module. Retries a failed file once under another address, because browsers remember that a
 * module failed and never request it again on the same page. Most browsers name the file in the error.
 */
export const loadExport = async <Module, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
): Promise<Module[Name]> => {
  try {
    return (await load())[name];
  } catch (error) {
    const address = /https?:\/\/\S+\.js\b/.exec(String(error))?.[0];
    if (address === undefined) throw error;
    repeats += 1;
    return ((await import(/* @vite-ignore */ `${address}?again=${repeats}`)) as Module)[name];
  }
};
