"""What people see and read of Under Cups."""
