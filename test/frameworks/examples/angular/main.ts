import '@angular/compiler';
import { provideZonelessChangeDetection } from '@angular/core';
import { bootstrapApplication } from '@angular/platform-browser';
import { SupportPage } from './support-page.component';

await bootstrapApplication(SupportPage, { providers: [provideZonelessChangeDetection()] });
