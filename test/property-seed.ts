import fc from 'fast-check';

// In CI a change is judged, not the luck of the draw: one seed for all. Everywhere else each run looks at new cases.
if (process.env['CI'] === 'true') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 2026 });
