// Disables the recording of profiling data in React's development build: a task and the duration of
// each rendered element. The data is for the browser's developer tools. No test reads it, and the
// recording took a tenth of the processor time of the component tests. React looks for
// `console.createTask` and `console.timeStamp` when its modules are loaded, so import this file
// first.
Reflect.deleteProperty(console, "createTask");
Reflect.deleteProperty(console, "timeStamp");
