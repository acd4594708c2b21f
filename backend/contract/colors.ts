/** The eight colors offered for projects. Any `#rrggbb` is accepted, but only these follow the app's theme. */
export const PROJECT_COLORS = [
  { name: 'Spruce', hex: '#2f8068' },
  { name: 'Gentian', hex: '#4568b8' },
  { name: 'Clay', hex: '#b9683a' },
  { name: 'Ochre', hex: '#ab8127' },
  { name: 'Heather', hex: '#9763ae' },
  { name: 'Tarn', hex: '#2c89a0' },
  { name: 'Moss', hex: '#6f8b35' },
  { name: 'Rowan', hex: '#c04c5c' },
] as const;
