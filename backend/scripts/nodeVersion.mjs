const MINIMUM = [22, 18];

/** Ends the process with one line if this Node.js is too old. */
export function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1])) return;
  console.error(
    `Node.js ${MINIMUM.join('.')} or newer is needed, this is ${process.versions.node}: run it through npm after "npm ci" ` +
      '(which brings Node.js 24 on Linux x64 and arm64 and on Windows x64), or install Node.js 24.',
  );
  process.exit(1);
}
